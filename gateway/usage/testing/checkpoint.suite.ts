import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Snapshot, UnitBreakdown, UsageRow } from '../../quota/contract.ts';
import type { Records } from '../../records/records.ts';
import { readCheckpoint, readCheckpoints, saveCheckpoint } from '../checkpoint.ts';
import { monthUsage, usageBy } from '../report.ts';

const NONE: UnitBreakdown = { included: 0, overage: 0, credits: 0 };
const split = (included: number, overage: number, credits: number): UnitBreakdown => ({ included, overage, credits });

function snapshot(epoch: string, admitted: UnitBreakdown, other: Partial<Snapshot> = {}): Snapshot {
  return {
    client: 'cl_a',
    month: '2026-11',
    counter: { epoch, base: NONE, admitted, returned: NONE },
    credits: { epoch: 'credits-1', base: 0, taken: admitted.credits, returned: 0 },
    limits: null,
    usage: [],
    ...other,
  };
}

function row(other: Partial<UsageRow>): UsageRow {
  return { day: '2026-11-21', key: 'key_1', calculator: 'tdee', status: '2xx', calls: 1, units: 1, ...other };
}

/** The guarantees of a checkpoint on every database. */
export function checkpointSuite(open: () => Promise<Records>): void {
  describe('usage', () => {
    let records: Records;

    beforeEach(async () => {
      records = await open();
    });
    afterEach(() => records.close());

    const checkpoint = () => readCheckpoint(records.db, 'cl_a', '2026-11');

    describe('a checkpoint', () => {
      it('of nothing is empty', async () => {
        expect(await checkpoint()).toEqual({ months: [], credits: [], families: [] });
      });

      it('is read with those of other clients and months, in the order asked', async () => {
        const saved = (client: string, month: string, included: number) =>
          saveCheckpoint(records, snapshot('e1', split(included, 0, 0), { client, month }));
        await saved('cl_a', '2026-10', 3);
        await saved('cl_a', '2026-11', 4);
        await saved('cl_b', '2026-11', 5);
        const asked = [
          { client: 'cl_b', month: '2026-11' },
          { client: 'cl_a', month: '2026-10' },
          { client: 'cl_none', month: '2026-11' },
          { client: 'cl_a', month: '2026-11' },
          { client: 'cl_b', month: '2026-10' },
        ];
        const read = await readCheckpoints(records.db, asked);
        expect(read.map(({ months }) => months.map(({ admitted }) => admitted.included))).toEqual([
          [5],
          [3],
          [],
          [4],
          [],
        ]);
      });

      it('contains the last command of each process, of the epoch’s latest snapshot', async () => {
        const commands = (sequence: number) => ({ commands: new Map([['process-1', sequence]]) });
        await saveCheckpoint(records, snapshot('e1', split(4, 0, 0), commands(9)));
        await saveCheckpoint(records, snapshot('e1', split(3, 0, 0), commands(8)));
        await saveCheckpoint(records, snapshot('e2', split(1, 0, 0), { commands: new Map([['process-2', 5]]) }));
        expect((await checkpoint()).commands).toEqual(new Map([...commands(9).commands, ['process-2', 5]]));
      });

      it('saved twice or late changes nothing: the greater of two numbers wins', async () => {
        const usage = [row({ calls: 9, units: 9 })];
        const late = snapshot('e1', split(4, 0, 0), { usage: [row({ calls: 4, units: 4 })] });
        const now = snapshot('e1', split(7, 2, 1), { usage });
        await saveCheckpoint(records, late);
        await saveCheckpoint(records, now);
        const saved = await checkpoint();
        expect(saved).toEqual({
          months: [{ epoch: 'e1', admitted: split(7, 2, 1), returned: NONE }],
          credits: [{ epoch: 'credits-1', taken: 1, returned: 0 }],
          families: [{ family: 'key_1', units: 9 }],
        });
        await saveCheckpoint(records, now);
        await saveCheckpoint(records, late);
        expect(await checkpoint()).toEqual(saved);
      });

      it('returns the values now held, which another process may have raised', async () => {
        const credits = { epoch: 'credits-1', base: 0, taken: 3, returned: 0 };
        await saveCheckpoint(records, snapshot('e1', split(7, 2, 1), { credits }));
        const other = { client: 'cl_b' };
        expect(
          await saveCheckpoint(records, snapshot('e1', split(4, 0, 0)), snapshot('e5', split(1, 0, 0), other)),
        ).toEqual([
          {
            client: 'cl_a',
            month: '2026-11',
            counter: { epoch: 'e1', admitted: split(7, 2, 1) },
            credits: { epoch: 'credits-1', taken: 3 },
          },
          {
            client: 'cl_b',
            month: '2026-11',
            counter: { epoch: 'e5', admitted: split(1, 0, 0) },
            credits: { epoch: 'credits-1', taken: 0 },
          },
        ]);
      });

      it('keeps given-back units even if other numbers are lower', async () => {
        const counter = { epoch: 'e1', base: NONE, admitted: split(5, 0, 0), returned: split(2, 0, 0) };
        await saveCheckpoint(records, snapshot('e1', NONE, { counter }));
        await saveCheckpoint(records, snapshot('e1', split(6, 0, 0)));
        expect((await checkpoint()).months).toEqual([
          { epoch: 'e1', admitted: split(6, 0, 0), returned: split(2, 0, 0) },
        ]);
      });

      it('separates epochs and sums their keys, minus given-back units', async () => {
        const returned = row({ status: 'returned', units: 3, calls: 1 });
        await saveCheckpoint(
          records,
          snapshot('e1', split(10, 0, 0), { usage: [row({ calls: 6, units: 10 }), returned] }),
        );
        const credits = { epoch: 'credits-2', base: 1, taken: 2, returned: 1 };
        const usage = [row({ calls: 1, units: 5 }), row({ key: 'key_2', calls: 1, units: 2 })];
        await saveCheckpoint(records, snapshot('e2', split(5, 2, 2), { credits, usage }));
        const { months, credits: spent, families } = await checkpoint();
        expect(months.map(({ epoch }) => epoch)).toEqual(['e1', 'e2']);
        expect(spent).toEqual([
          { epoch: 'credits-1', taken: 0, returned: 0 },
          { epoch: 'credits-2', taken: 2, returned: 1 },
        ]);
        // key_1: 10 - 3 + 5
        expect(families).toEqual([
          { family: 'key_1', units: 12 },
          { family: 'key_2', units: 2 },
        ]);
      });

      it('contains the requested month, the keys of its days, and the credits of all months', async () => {
        await saveCheckpoint(
          records,
          snapshot('e1', split(1, 0, 0), { usage: [row({ day: '2026-11-30' }), row({ day: '2026-11-01' })] }),
        );
        await saveCheckpoint(
          records,
          snapshot('e0', split(8, 0, 0), { month: '2026-10', usage: [row({ day: '2026-10-31', units: 8 })] }),
        );
        await saveCheckpoint(records, snapshot('e9', split(3, 0, 0), { client: 'cl_b', usage: [row({ units: 3 })] }));
        const { months, families } = await checkpoint();
        expect(months).toEqual([{ epoch: 'e1', admitted: split(1, 0, 0), returned: NONE }]);
        expect(families).toEqual([{ family: 'key_1', units: 2 }]);
        expect((await readCheckpoint(records.db, 'cl_a', '2026-12')).credits).toHaveLength(1);
      });

      it.each(['usage_fold', 'month_fold'] as const)(
        'of two processes with the same clients in opposite orders does not deadlock on %s',
        async (table) => {
          const usage = table === 'usage_fold' ? [row({})] : [];
          const of = (...clients: string[]) =>
            clients.map((client) => snapshot('e1', split(1, 0, 0), { client, usage }));
          await saveCheckpoint(records, ...of('cl_b'));
          const other = await open();
          // Unsorted, one process would hold the first client and the other the third, both waiting for the second.
          const outcomes = await records.db.transaction().execute(async (trx) => {
            await sql`update ${sql.table(table)} set client_id = client_id`.execute(trx);
            const mine = saveCheckpoint(records, ...of('cl_a', 'cl_b', 'cl_c'));
            const theirs = saveCheckpoint(other, ...of('cl_c', 'cl_b', 'cl_a'));
            await sleep(50);
            return [mine, theirs].map((saving) => saving.then(() => 'saved', String));
          });
          expect(await Promise.all(outcomes)).toEqual(['saved', 'saved']);
          await other.close();
        },
      );

      it('accepts more rows than a statement can have parameters', async () => {
        const usage = Array.from({ length: 9_000 }, (_, index) => row({ key: `key_${index}` }));
        await saveCheckpoint(records, snapshot('e1', split(9_000, 0, 0), { usage }));
        expect((await checkpoint()).families).toHaveLength(9_000);
      });
    });

    describe('a report', () => {
      it('sums epochs and subtracts given-back units', async () => {
        const counter = { epoch: 'e1', base: NONE, admitted: split(10, 4, 2), returned: split(1, 2, 1) };
        await saveCheckpoint(records, snapshot('e1', NONE, { counter }));
        await saveCheckpoint(records, snapshot('e2', split(5, 0, 0)));
        expect(await monthUsage(records.db, 'cl_a', '2026-11')).toEqual({
          included: 14,
          overage: 2,
          credits: 1,
          used: 16,
        });
        expect(await monthUsage(records.db, 'cl_a', '2026-12')).toEqual({
          included: 0,
          overage: 0,
          credits: 0,
          used: 0,
        });
      });

      it('separates successful calls from client errors, server errors and refusals', async () => {
        const usage = [
          row({ calls: 10, units: 20 }),
          row({ status: 'returned', calls: 2, units: 4 }),
          row({ status: '5xx', calls: 2, units: 0 }),
          row({ status: '4xx', calls: 3, units: 0 }),
          row({ status: '429', calls: 5, units: 0 }),
          row({ status: '403', calls: 1, units: 0 }),
          row({ key: 'key_2', day: '2026-11-22', calculator: 'bmi', calls: 1, units: 1 }),
        ];
        await saveCheckpoint(records, snapshot('e1', split(21, 0, 0), { usage }));
        const mine = { calls: 8, units: 16, clientErrors: 3, serverErrors: 2, refused: 6 };
        const other = { calls: 1, units: 1, clientErrors: 0, serverErrors: 0, refused: 0 };
        const by = (dimension: 'key' | 'day' | 'calculator') => usageBy(records.db, 'cl_a', '2026-11', dimension);
        expect(await by('key')).toEqual([
          { name: 'key_1', ...mine },
          { name: 'key_2', ...other },
        ]);
        expect((await by('day')).map(({ name }) => name)).toEqual(['2026-11-21', '2026-11-22']);
        expect((await by('calculator')).map(({ name }) => name)).toEqual(['bmi', 'tdee']);
      });
    });
  });
}
