import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { apply, NO_CHANGES } from '../model/state.ts';
import { ClientsInMemory } from './clients-in-memory.ts';
import { openCounterFile } from './embedded-schema.ts';
import { CounterTables } from './embedded-tables.ts';

const MONTH = '2026-11';
const DAY = '2026-11-21';

/** Each client without counters takes 1,300 bytes. */
function inMemory(cachedBytes: number) {
  const tables = new CounterTables(openCounterFile(join(temporaryFolder('clients'), 'counters.sqlite')));
  const read = vi.spyOn(tables, 'limits');
  const clients = new ClientsInMemory(tables, cachedBytes);
  /** Counts calls of a client in some usage rows. */
  const call = (client: string, record: number, rows = 1) => {
    const held = clients.get(client, MONTH, DAY);
    const usage = Array.from({ length: rows }, (_, row) => {
      return { day: DAY, key: 'key-1', calculator: `c${row}`, status: '2xx', calls: record, units: record } as const;
    });
    const changes = { ...NO_CHANGES, month: MONTH, usage };
    apply(held.state, changes);
    clients.changed(held, client, changes, record);
  };
  const isRead = (client: string) => {
    read.mockClear();
    clients.get(client, MONTH, DAY);
    return read.mock.calls.length > 0;
  };
  return { clients, call, isRead };
}

it('keeps a client that left the cache until its last record is in the tables', async () => {
  const { clients, call, isRead } = inMemory(2_000);
  call('one', 1);
  call('other', 2);
  clients.broughtIn(1);
  await sleep(1);
  expect(isRead('one')).toBe(true);
  expect(isRead('other')).toBe(false);
  clients.broughtIn(2);
  expect(isRead('one')).toBe(true);
  expect(isRead('other')).toBe(true);
});

it('keeps a client that left the cache before it was changed', () => {
  const { clients, call, isRead } = inMemory(2_000);
  const held = clients.get('one', MONTH, DAY);
  clients.get('other', MONTH, DAY);
  clients.changed(held, 'one', NO_CHANGES, 1);
  call('other', 2);
  expect(clients.get('one', MONTH)).toBe(held);
  expect(isRead('one')).toBe(false);
});

it('gives up others for a client that has grown in the cache', () => {
  const { clients, call, isRead } = inMemory(5_000);
  for (const [at, client] of ['one', 'two', 'three'].entries()) call(client, at + 1);
  // Its ten rows take 2,700 bytes more. They are seen at its first change after records were brought in.
  call('three', 4, 10);
  clients.broughtIn(4);
  expect(['three', 'two', 'one'].map(isRead)).toEqual([false, false, false]);
  call('three', 5);
  expect([isRead('three'), isRead('two')]).toEqual([false, true]);
});

it('remembers the sequences of a client that is too large for the cache', () => {
  const { clients } = inMemory(100);
  clients.get('large', MONTH).state.sequences.set('process', 7);
  expect(clients.get('large', MONTH).state.sequences.get('process')).toBe(7);
});

it('keeps the names of the lines of 4,096 busy clients, whatever their number', () => {
  const { clients, call } = inMemory(100_000_000);
  const hasNames = (client: string) => clients.get(client, '').names !== null;
  call('seldom', 1);
  call('seldom', 257);
  call('busy', 300);
  expect([hasNames('seldom'), hasNames('busy')]).toEqual([false, false]);
  call('busy', 301);
  expect(hasNames('busy')).toBe(true);
  const many = Array.from({ length: 4_096 }, (_, index) => `client-${index}`);
  for (const record of [302, 303]) for (const client of many) call(client, record);
  expect(many.every(hasNames)).toBe(true);
  expect(hasNames('busy')).toBe(false);
});
