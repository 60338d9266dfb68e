import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { Hold } from '../model/holds.ts';
import { ClientRows } from './client-rows.ts';
import { openCounterFile } from './embedded-schema.ts';
import { CounterTables } from './embedded-tables.ts';
import type { JournalEntry } from './journal-entry.ts';

const split = { included: 1, overage: 0, credits: 0 };
const place = { month: '2026-11', day: '2026-11-21', epoch: 'e', key: 'k', family: 'k', calculator: 'bmi' };
const hold: Hold = { ...place, split, until: 1, once: null, returned: false };
const entry = (name: string, value: Hold | null): JournalEntry => {
  const held = { holds: [[name, value]] as const, keys: [], window: null };
  return ['client', 0, '', null, null, null, [], [], 0, held];
};

it('a hold that ends in the entries that made it never reaches the tables; every other end does', () => {
  const db = openCounterFile(join(temporaryFolder('client-rows'), 'counters.sqlite'));
  const tables = new CounterTables(db);
  for (const name of ['of-before', 'returned-before']) tables.writeHold('client', name, hold);
  const written = vi.spyOn(tables, 'writeHold');
  const rows = new ClientRows('client');
  rows.take(entry('made-and-ended', hold));
  rows.take(entry('made-and-ended', null));
  rows.take(entry('of-before', null));
  rows.take(entry('returned-before', { ...hold, returned: true }));
  rows.take(entry('returned-before', null));
  rows.take(entry('open', hold));
  rows.writeTo(tables);
  expect(written.mock.calls.map(([, name, value]) => [name, value])).toEqual([
    ['of-before', null],
    ['returned-before', null],
    ['open', hold],
  ]);
  expect(tables.holds().map(({ name }) => name)).toEqual(['open']);
  db.close();
});
