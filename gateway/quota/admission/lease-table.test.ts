import { expect, it } from 'vitest';
import { LIMITS, NOON, RESULT } from '../testing/contract/caller.ts';
import type { LeasedUse } from './lease-journal.ts';
import { LeaseTable, type SentPart } from './lease-table.ts';

const NOW = { store: NOON, wall: NOON, monotonic: 0 };
const HELD = { units: 25, tokens: new Map(), free: new Map() };
const ANSWER = { report: null, counted: 0, held: HELD, used: 0, spendable: 0 } as const;

/** What a successor would read: the last values of each lease. A journal may record again with every record. */
function bench({ recordsAgain = false } = {}) {
  const journal = new Map<number, number>();
  const records: LeasedUse[][] = [];
  let unsettled: () => Iterable<readonly LeasedUse[]> = () => [];
  const table = new LeaseTable({
    process: 'process-1',
    journal: {
      keep: (source) => {
        unsettled = source;
      },
      append(uses: readonly LeasedUse[], recorded) {
        records.push([...uses]);
        recorded(null);
        const again = recordsAgain ? [...unsettled()].flat() : [];
        for (const { number, rows } of [...uses, ...again]) journal.set(number, rows[0]?.calls ?? 0);
      },
    },
    hearsRecalls: () => true,
    due: () => {},
    counted: () => {},
  });
  const request = { client: 'client-1', limits: LIMITS, item: RESULT, reserve: false };
  const ask = (): SentPart => {
    for (let call = 0; call < 10; call += 1) table.ask(request, NOW);
    return table.exact('client-1', '2026-11', [], NOW, LIMITS) ?? expect.unreachable();
  };
  const call = () => {
    const taken = table.take(request, table.get(request.client), NOW) ?? expect.unreachable();
    table.record([{ ...taken, client: 'client-1', item: RESULT }], () => {});
  };
  return { table, journal, records, ask, call, unsettled: () => unsettled() };
}

it.each([false, true])(
  'moves the calls of an epoch that is gone to one lease: a successor finds them once (recorded again: %s)',
  (recordsAgain) => {
    const { table, journal, ask, call } = bench({ recordsAgain });
    table.answered('client-1', ask(), { epoch: 'epoch-1', limits: LIMITS, lease: ANSWER });
    for (let calls = 0; calls < 3; calls += 1) call();
    expect([...journal.values()]).toEqual([3]);
    // The store has lost the epoch, and grants a lease of the next one.
    table.answered('client-1', ask(), { epoch: 'epoch-2', limits: LIMITS, lease: { ...ANSWER, report: 'gone' } });
    const found = () => [...journal.values()].filter((calls) => calls > 0);
    expect(found()).toEqual([3]);
    call();
    expect(found()).toEqual([4]);
    // Before the next lease is granted, the calls wait in a closed one.
    const answer = { ...ANSWER, report: 'gone', held: null } as const;
    table.answered('client-1', ask(), { epoch: 'epoch-3', limits: LIMITS, lease: answer });
    expect(found()).toEqual([4]);
  },
);

it('records each row of a turn once, with all its calls', () => {
  const { table, records, ask } = bench();
  table.answered('client-1', ask(), { epoch: 'epoch-1', limits: LIMITS, lease: ANSWER });
  const calculators = ['bmi', 'tdee', 'bmi', 'bmr', 'tdee', 'bmi'];
  const calls = calculators.map((calculator) => {
    const item = { ...RESULT, calculator };
    const request = { client: 'client-1', limits: LIMITS, item, reserve: false };
    return {
      ...(table.take(request, table.get(request.client), NOW) ?? expect.unreachable()),
      client: 'client-1',
      item,
    };
  });
  table.record(calls, () => {});
  const rows = records.flat().flatMap((use) => use.rows.map((row) => [row.calculator, row.calls]));
  expect(rows).toEqual([
    ['bmi', 3],
    ['tdee', 2],
    ['bmr', 1],
  ]);
});

it('closes a lease with 256 usage rows: neither a report nor a record of it gets longer', () => {
  const { table, ask } = bench();
  const held = { units: 1_000, tokens: new Map(), free: new Map() };
  table.answered('client-1', ask(), { epoch: 'epoch-1', limits: LIMITS, lease: { ...ANSWER, held } });
  const take = (name: number) => {
    const item = { ...RESULT, calculator: `calculator-${name}` };
    return table.take({ client: 'client-1', limits: LIMITS, item, reserve: false }, table.get('client-1'), NOW);
  };
  for (let name = 0; name < 256; name += 1) expect(take(name)).not.toBeNull();
  expect([take(256), take(0)]).toEqual([null, null]);
  expect(table.renewal('client-1', NOW)?.part).toMatchObject({ report: { final: true }, wish: null });
});

it('gives a successor the leases in parts, and reads each only when its part is asked for', () => {
  const { table, ask, unsettled } = bench();
  const take = (client: string, calculator: string) => {
    const request = { client, limits: LIMITS, item: { ...RESULT, calculator }, reserve: false };
    table.take(request, table.get(client), NOW);
  };
  const clients = Array.from({ length: 600 }, (_, index) => `client-${index}`);
  const asked = ask();
  for (const client of clients) {
    table.answered(client, asked, { epoch: 'epoch-1', limits: LIMITS, lease: ANSWER });
    take(client, 'bmi');
  }
  const parts = unsettled()[Symbol.iterator]();
  const next = (): readonly LeasedUse[] => parts.next().value ?? [];
  expect(next()).toHaveLength(256);
  for (let calls = 0; calls < 3; calls += 1) take('client-400', 'bmi');
  expect(next().find(({ client }) => client === 'client-400')?.rows[0]?.calls).toBe(4);
  expect([next().length, parts.next().done]).toEqual([88, true]);
});
