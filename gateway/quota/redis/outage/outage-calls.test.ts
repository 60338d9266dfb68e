import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { NODE_SCHEDULE } from '../../admission/schedule.ts';
import type { Durability } from '../../journal/journal.ts';
import { FaultyDisk } from '../../journal/testing/faulty-disk.ts';
import { LIMITS, NOON, RESULT } from '../../testing/contract/caller.ts';
import type { Fact } from '../journal/facts.ts';
import { readLeft } from '../journal/left-behind.ts';
import { ProcessJournal } from '../journal/process-journal.ts';
import { OutageCalls } from './outage-calls.ts';

const CALL = { client: 'client-1', limits: LIMITS, item: RESULT, at: NOON, carried: null };
const COMMAND = {
  ...{ client: 'client-1', process: 'p', sequence: 3, at: NOON, limits: 1, watermark: null, forced: false },
  items: [RESULT, RESULT],
};

function open(durability: Durability = 'process') {
  const folder = join(temporaryFolder('outage-calls'), 'p.leases');
  const disk = new FaultyDisk();
  const journal = new ProcessJournal({ folder, durability, syncFailed: () => {}, disk });
  let unsettled: () => Iterable<readonly Fact[]> = () => [];
  const heard = {
    append: journal.append.bind(journal),
    keep(source: typeof unsettled) {
      unsettled = source;
      journal.keep(source);
    },
  };
  const calls = new OutageCalls({ process: 'p', journal: heard, schedule: NODE_SCHEDULE });
  /** What a successor would read now. */
  const left = () => readLeft('p', folder, () => expect.unreachable());
  /** Number, limits and calls of the reports that it would send. */
  const reports = async () =>
    [...(await left()).owed].map(({ kind, command }) => {
      if (kind !== 'count') return kind;
      const { number, rows = [] } = command.lease?.report ?? {};
      return [command.process, number, command.limits, rows.reduce((sum, row) => sum + row.calls, 0)];
    });
  return { calls, disk, journal, left, reports, unsettled: () => unsettled() };
}

it('records each call before it may be answered, and the same reports follow for a successor', async () => {
  const { calls, left, reports } = open();
  await Promise.all([1, 2, 3].map(() => calls.answered(CALL, NOON)));
  await calls.answered(CALL, NOON);
  expect([calls.calls, await reports()]).toEqual([4, [['p/outage', 1, LIMITS.version, 4]]]);
  calls.seal();
  expect([...calls.owed]).toEqual([...(await left()).owed]);
});

it('begins another lease for another month and for newer limits, and counts no call of older limits by them', async () => {
  const { calls, reports } = open();
  const newer = { ...CALL, limits: { ...LIMITS, version: LIMITS.version + 1 } };
  for (const call of [CALL, newer, CALL, { ...newer, at: Date.UTC(2026, 11, 1) }]) await calls.answered(call, NOON);
  expect(await reports()).toEqual([
    ['p/outage', 1, LIMITS.version, 1],
    ['p/outage', 2, LIMITS.version + 1, 2],
    ['p/outage', 3, LIMITS.version + 1, 1],
  ]);
});

it('adds no call to a lease whose report is owed', async () => {
  const { calls, reports } = open();
  await calls.answered(CALL, NOON);
  calls.seal();
  await calls.answered(CALL, NOON);
  expect(await reports()).toEqual([
    ['p/outage', 1, LIMITS.version, 1],
    ['p/outage', 2, LIMITS.version, 1],
  ]);
});

it('closes no lease while a call of it is being recorded', async () => {
  const { calls } = open();
  const answered = calls.answered(CALL, NOON);
  calls.seal();
  expect(calls.owed.size).toBe(0);
  await answered;
  calls.seal();
  expect(calls.owed.size).toBe(1);
});

it('spreads very many usage rows over several leases', async () => {
  const { calls } = open();
  const named = (name: number) => ({ ...CALL, item: { ...RESULT, calculator: `calculator-${name}` } });
  await Promise.all(Array.from({ length: 300 }, (_, name) => calls.answered(named(name), NOON)));
  calls.seal();
  expect([...calls.owed].map(({ command }) => ('lease' in command ? command.lease?.report?.rows.length : 0))).toEqual([
    256, 44,
  ]);
});

it('gives a journal that drops old records its facts at once and its leases in parts', async () => {
  const { calls, unsettled } = open();
  calls.doubt(COMMAND);
  const named = (name: number) => ({ ...CALL, client: `client-${name}` });
  await Promise.all(Array.from({ length: 300 }, (_, name) => calls.answered(named(name), NOON)));
  const [facts, ...leases] = [...unsettled()];
  expect(facts?.map((fact) => 'kind' in fact && fact.kind)).toEqual(['doubt', 'answered']);
  expect(leases.map((part) => part.length)).toEqual([256, 44]);
});

it('gives a journal that drops old records the leases that are closed between two parts', async () => {
  const { calls, unsettled } = open();
  await calls.answered(CALL, NOON);
  const parts = unsettled()[Symbol.iterator]();
  expect(parts.next().value).toEqual([]);
  calls.seal();
  expect(parts.next().value).toMatchObject([{ client: 'client-1', number: 1, rows: [{ calls: 1 }] }]);
});

it('forgets calls that it could not record, keeps facts, and continues when the disk recovers', async () => {
  const { calls, disk, left, reports } = open();
  disk.fail('append', 40);
  calls.doubt(COMMAND);
  await expect(calls.answered(CALL, NOON)).rejects.toThrow('no space left for append');
  expect(calls.calls).toBe(0);
  await calls.answered(CALL, NOON);
  expect((await left()).doubts.get('client-1')?.command).toEqual(COMMAND);
  expect(await reports()).toEqual([['p/outage', 1, LIMITS.version, 1]]);
});

it('confirms calls that must survive a loss of power only when they are on the disk', async () => {
  const { calls, disk } = open('power');
  await calls.answered(CALL, NOON);
  expect(disk.syncs).toBe(1);
  disk.fail('sync');
  await expect(calls.answered(CALL, NOON)).rejects.toThrow('no space left for sync');
  expect(calls.calls).toBe(1);
});

it('records which calls of a command in doubt were answered', async () => {
  const { calls, left } = open();
  calls.doubt(COMMAND);
  const places = [calls.carried('client-1', 3), calls.carried('client-1', 3)];
  expect([places.map((carried) => carried?.index), calls.carried('client-1', 2)]).toEqual([[0, 1], null]);
  await calls.answered({ ...CALL, carried: places[1] ?? null }, NOON);
  expect([...((await left()).doubts.get('client-1')?.answered ?? [])]).toEqual([1]);
});

it('counts a call that is recorded after the outcome of its command was learned', async () => {
  const { calls, reports } = open();
  calls.doubt(COMMAND);
  const carried = calls.carried('client-1', 3);
  const answered = calls.answered({ ...CALL, carried }, NOON);
  if (carried !== null) calls.resolved(carried.doubt, null, NOON);
  await answered;
  expect([calls.calls, await reports()]).toEqual([1, [['p/3/0', undefined, 1, 0]]]);
});

it('owes one command for an outcome that is learned twice', async () => {
  const { calls, left } = open();
  calls.doubt(COMMAND);
  const carried = calls.carried('client-1', 3);
  await calls.answered({ ...CALL, carried }, NOON);
  for (let times = 0; times < 2; times += 1) if (carried !== null) calls.resolved(carried.doubt, null, NOON);
  await calls.recorded();
  const { owed, doubts } = await left();
  expect([calls.owed.size, owed.size, doubts.size]).toEqual([1, 1, 0]);
});

it('is empty only when no call is forwarded any more', async () => {
  const { calls } = open();
  const reservation = { client: 'client-1', month: '2026-11', day: '', epoch: '', split: COMMAND_SPLIT, ...NAMES };
  calls.forward(reservation, CALL);
  await turn();
  expect(calls.empty).toBe(false);
  await calls.released(reservation, CALL, NOON, '5xx');
  expect([calls.empty, calls.calls]).toEqual([true, 0]);
});

const COMMAND_SPLIT = { included: 1, overage: 0, credits: 0 };
const NAMES = { key: 'key-1', family: 'family-1', calculator: 'tdee' };
