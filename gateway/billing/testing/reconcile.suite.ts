import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { createClient } from '../../accounts/clients/clients.ts';
import type { Snapshot, UnitBreakdown } from '../../quota/contract.ts';
import type { Records } from '../../records/records.ts';
import { saveCheckpoint } from '../../usage/checkpoint.ts';
import { addCredits } from '../ledger.ts';
import { closeMonths } from '../month-closing.ts';
import { readLoggedCalls } from '../reconciliation/logged-calls.ts';
import { reconcileToday, startNightlyReconciliation } from '../reconciliation/nightly.ts';
import { type ReconcileOptions, reconcile } from '../reconciliation/reconcile.ts';

const NONE: UnitBreakdown = { included: 0, overage: 0, credits: 0 };
const MONTH = '2026-10';
const NOVEMBER = Date.UTC(2026, 10, 1);
const actor = { name: 'cli', at: NOVEMBER, address: null };

/** The comparison of everything that counts calls, on every database. */
export function reconcileSuite(open: () => Promise<Records>): void {
  describe('the reconciliation of a month', () => {
    let records: Records;
    let client: string;
    let snapshot: Snapshot;

    beforeEach(async () => {
      records = await open();
      const admin = { name: 'Ann', email: null };
      client = (await createClient(records, actor, { name: 'Acme', plan: 'free', admin })).clientId;
      await addCredits(records, actor, { clientId: client, credits: 500, source: 'invoice:1', note: null });
      // 30 units included, and 5 for credits, of which one was given back.
      snapshot = {
        ...{ client, month: MONTH, limits: null },
        counter: {
          ...{ epoch: 'e', base: NONE },
          admitted: { included: 30, overage: 5, credits: 5 },
          returned: { included: 0, overage: 1, credits: 1 },
        },
        credits: { epoch: 'c', base: 0, taken: 5, returned: 1 },
        usage: [
          { day: '2026-10-02', key: 'k', calculator: 'tdee', status: '2xx', calls: 35, units: 35 },
          { day: '2026-10-02', key: 'k', calculator: 'tdee', status: 'returned', calls: 1, units: 1 },
        ],
      };
      await saveCheckpoint(records, snapshot);
      await closeMonths({ records, checkpoint: async () => {}, isIdle: async () => true }, NOVEMBER + 3_600_000);
    });
    afterEach(() => records.close());

    const differences = (options: Partial<ReconcileOptions> = {}) =>
      reconcile({ db: records.db, month: MONTH, apartMs: 1, ...options });
    const live = (found: Snapshot | null) => ({ counters: { counters: async () => found } });

    it('finds no difference in what belongs together', async () => {
      expect(await differences(live(snapshot))).toEqual([]);
      expect(await differences(live(null))).toEqual([]);
      expect(await differences({ month: '2026-09' })).toEqual([]);
    });

    it('names each changed figure', async () => {
      for (const change of [
        sql`update usage_fold set units = units + 2 where status = '2xx'`,
        sql`update credit_fold set taken = taken + 3`,
        sql`update ledger set credits = credits - 1 where kind = 'settlement'`,
        sql`update stated_units set overage = overage + 1`,
      ]) {
        await change.execute(records.db);
      }
      expect(await differences()).toEqual([
        { client, comparison: 'credits', left: 7, right: 4 },
        { client, comparison: 'ledger', left: 5, right: 4 },
        { client, comparison: 'statement', left: 35, right: 34 },
        { client, comparison: 'usage', left: 36, right: 34 },
      ]);
    });

    it('names counts that no settlement has seen', async () => {
      await sql`update month_fold set stated = stated - 6`.execute(records.db);
      expect(await differences()).toEqual([{ client, comparison: 'settled', left: 36, right: 42 }]);
    });

    it('compares every client, however many are compared together', async () => {
      const admin = { name: 'Bob', email: null };
      const others = ['Bolt', 'Core'].map((name) => createClient(records, actor, { name, plan: 'free', admin }));
      const created = await Promise.all(others);
      // The records no longer have the first and the last one.
      const clients = ['a', client, ...created.map(({ clientId }) => clientId), 'zz'].toSorted();
      for (const [units, of] of clients.entries()) {
        const row = { ...snapshot.usage[0], key: 'l', calculator: 'bmi', status: '2xx', calls: 1 } as const;
        await saveCheckpoint(records, {
          ...snapshot,
          client: of,
          usage: [{ ...row, day: `${MONTH}-03`, units: units + 1 }],
        });
      }
      for (const clientsAtOnce of [1, 2, 3, 100]) {
        const found = await differences({ clientsAtOnce });
        expect(found.filter(({ comparison }) => comparison === 'usage').map((one) => one.client)).toEqual(clients);
      }
    });

    it('names counters that are ahead of the checkpoint, or behind it', async () => {
      const found = { client, comparison: 'counters', right: 34 };
      expect(await differences(live(withMore(7)))).toEqual([{ ...found, left: 41 }]);
      expect(await differences(live(withMore(-10)))).toEqual([{ ...found, left: 24 }]);
    });

    /** The snapshot after more included units. */
    function withMore(more: number): Snapshot {
      const { counter } = snapshot;
      const admitted = { ...counter.admitted, included: counter.admitted.included + more };
      const usage = snapshot.usage.map((row) => (row.status === '2xx' ? { ...row, units: row.units + more } : row));
      return { ...snapshot, counter: { ...counter, admitted }, usage };
    }

    it('ignores counters that are ahead of a checkpoint that follows them', async () => {
      let looks = 0;
      const counters = async () => {
        looks += 1;
        // What the first look has seen is in the checkpoint before the second one.
        if (looks === 1) await saveCheckpoint(records, withMore(5));
        return withMore(looks === 1 ? 5 : 9);
      };
      const found = await differences({ counters: { counters } });
      expect(found.filter(({ comparison }) => comparison === 'counters')).toEqual([]);
      expect(looks).toBe(2);
    });

    it('names counters whose checkpoint does not follow while calls go on', async () => {
      let more = 5;
      const counters = async () => {
        more += 1;
        return withMore(more);
      };
      expect(await differences({ counters: { counters } })).toEqual([
        { client, comparison: 'counters', left: 41, right: 34 },
      ]);
    });

    it('names answered calls in journals, and logged calls that nothing counted', async () => {
      const line = (at: number, path: string, status = 200) =>
        JSON.stringify({ level: 30, time: Date.UTC(2026, 9, at), path, status, client, msg: 'call' });
      const lines = Array.from({ length: 36 }, () => line(2, '/api/v1/tdee'));
      const others = [line(2, '/api/v1/batch'), line(2, '/api/v1/mcp'), line(2, '/api/v1/tdee', 429), 'no JSON'];
      const file = join(temporaryFolder('call-log'), 'log');
      writeFileSync(file, [...lines, ...others, line(40, '/api/v1/tdee'), ''].join('\n'));
      const logged = await readLoggedCalls(file, MONTH);
      expect(await differences({ logged, journaled: () => 3 })).toEqual([
        { client, comparison: 'call log', left: 36, right: 34 },
        { client: null, comparison: 'journals', left: 3, right: 0 },
      ]);
    });

    describe('every night', () => {
      const NIGHT = Date.UTC(2026, 9, 20, 3);
      let logged: object[];
      const run = (now: number, counters: () => Promise<Snapshot | null> = async () => null) =>
        reconcileToday(
          {
            ...{ records, counters: { counters }, journaled: () => 0, clock: () => now, apartMs: 1 },
            log: { error: (facts: object) => logged.push(facts) },
          },
          now,
        );
      const results = () => records.db.selectFrom('reconciliations').orderBy('day').selectAll().execute();
      beforeEach(() => {
        logged = [];
      });
      afterEach(() => {
        vi.useRealTimers();
      });

      it('runs in one process, after two, and logs and stores what it finds', async () => {
        await run(NIGHT - 2 * 3_600_000);
        expect(await results()).toEqual([]);
        const ahead = (of: Snapshot) => async () => of;
        await Promise.all([run(NIGHT, ahead(withMore(7))), run(NIGHT, ahead(withMore(7)))]);
        expect(await results()).toEqual([{ day: '2026-10-20', finished_at: NIGHT, differences: 1 }]);
        expect(logged).toEqual([{ month: MONTH, client, comparison: 'counters', left: 41, right: 34 }]);
      });

      it('runs by itself, once a night in two processes, and both know the result', async () => {
        vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
        let now = NIGHT - 3_600_000 - 60_000;
        const start = () =>
          startNightlyReconciliation({
            ...{ records, journaled: () => 0, clock: () => now, apartMs: 1 },
            counters: { counters: async () => withMore(7) },
            log: { error: (facts) => logged.push(facts) },
            onError: (error) => expect.unreachable(String(error)),
          });
        const processes = [start(), start()];
        const known = () => processes.map(({ last }) => last);
        // A minute before two, at two, and the next minutes.
        await vi.advanceTimersByTimeAsync(60_000);
        expect(await results()).toEqual([]);
        for (let minute = 0; minute < 3; minute += 1) {
          now += 60_000;
          await vi.advanceTimersByTimeAsync(60_000);
          await vi.waitFor(async () => expect(await results()).toMatchObject([{ differences: 1 }]), 5_000);
        }
        await vi.waitFor(async () => {
          await vi.advanceTimersByTimeAsync(60_000);
          expect(known()).toMatchObject([{ differences: 1 }, { differences: 1 }]);
        }, 5_000);
        expect(logged).toEqual([{ month: MONTH, client, comparison: 'counters', left: 41, right: 34 }]);
        await Promise.all(processes.map((one) => one.stop()));
      });

      it('begins a day later in an installation that has counted nothing', async () => {
        await records.db.deleteFrom('month_fold').execute();
        const start = () =>
          startNightlyReconciliation({
            ...{ records, journaled: () => 0, clock: () => NIGHT, counters: { counters: async () => null } },
            log: { error: (facts) => logged.push(facts) },
            onError: (error) => expect.unreachable(String(error)),
          });
        const processes = [start(), start()];
        await Promise.all(processes.map((one) => one.stop()));
        await saveCheckpoint(records, snapshot);
        await run(NIGHT, async () => withMore(7));
        expect(await results()).toEqual([{ day: '2026-10-20', finished_at: NIGHT, differences: 0 }]);
        expect(logged).toEqual([]);
        await run(NIGHT + 86_400_000, async () => withMore(7));
        expect(logged).toContainEqual({ month: MONTH, client, comparison: 'counters', left: 41, right: 34 });
      });

      it('is tried again after a failure', async () => {
        await expect(run(NIGHT, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
        expect(await results()).toEqual([]);
        await run(NIGHT);
        expect(await results()).toEqual([{ day: '2026-10-20', finished_at: NIGHT, differences: 0 }]);
      });
    });
  });
}
