import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../accounts/clients/clients.ts';
import { deleteClient } from '../../accounts/offboarding/client-delete.ts';
import { readLimits } from '../../accounts/plans/limits.ts';
import type { UnitBreakdown } from '../../quota/contract.ts';
import { migrations } from '../../records/migrations/migrations.ts';
import type { Records } from '../../records/records.ts';
import { saveCheckpoint } from '../../usage/checkpoint.ts';
import { addCredits, balanceOf } from '../ledger.ts';
import { closeMonths } from '../month-closing.ts';
import { settleMonths } from '../settlement.ts';
import { readStatement } from '../statement.ts';

const NONE: UnitBreakdown = { included: 0, overage: 0, credits: 0 };
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const OCTOBER_ENDS = Date.UTC(2026, 10, 1);
const actor = { name: 'cli', at: OCTOBER_ENDS, address: null };
const isIdle = async () => true;

/** The guarantees of settling months on every database. */
export function settlementSuite(open: () => Promise<Records>): void {
  describe('the settlement of a month', () => {
    let records: Records;
    let client: string;

    const newClient = async (name: string) =>
      (await createClient(records, actor, { name, plan: 'free', admin: { name: 'Ann', email: null } })).clientId;

    beforeEach(async () => {
      records = await open();
      client = await newClient('Acme');
      await addCredits(records, actor, { clientId: client, credits: 500, source: 'invoice:1', note: null });
    });
    afterEach(() => records.close());

    /** Checkpoints the units that a month's calls took and returned, under an epoch. */
    const took = (
      credits: number,
      { returned = 0, month = '2026-10', epoch = 'e', of = client, overage = credits } = {},
    ) =>
      saveCheckpoint(records, {
        client: of,
        month,
        counter: {
          epoch,
          base: NONE,
          admitted: { included: 1_000, overage, credits },
          returned: { ...NONE, overage: returned, credits: returned },
        },
        credits: { epoch: 'c', base: 0, taken: credits, returned },
        limits: null,
        usage: [],
      });

    const settlements = () =>
      records.db
        .selectFrom('ledger')
        .where('kind', '=', 'settlement')
        .orderBy('source')
        .select(['source', 'credits'])
        .execute();

    const close = (now: number, checkpoint = async () => undefined) =>
      closeMonths({ records, checkpoint, isIdle }, now);

    it('takes the recorded credits from the balance once, and does not change the granted credits', async () => {
      await took(120);
      await took(30, { epoch: 'another' });
      const before = await readLimits(records.db, client);
      expect(await settleMonths(records, actor, '2026-10')).toBe(1);
      expect(await settleMonths(records, actor, '2026-10')).toBe(0);
      expect(await settlements()).toEqual([{ source: `settlement:${client}:2026-10`, credits: -150 }]);
      expect(await balanceOf(records.db, client)).toBe(350);
      expect((await readLimits(records.db, client))?.granted).toBe(before?.granted);
    });

    it('does not block writers if nothing is new', async () => {
      await took(120);
      await settleMonths(records, actor, '2026-10');
      const write = () => expect.unreachable('nothing is to be written');
      expect(await settleMonths({ ...records, write }, actor, '2026-10')).toBe(0);
    });

    it('is done once if many processes run it concurrently', async () => {
      await took(120);
      const written = await Promise.all(Array.from({ length: 6 }, () => settleMonths(records, actor, '2026-10')));
      expect(written.toSorted()).toEqual([0, 0, 0, 0, 0, 1]);
      expect(await balanceOf(records.db, client)).toBe(380);
    });

    it('writes a separate entry for late counts, and returns credits for late give-backs', async () => {
      await took(120);
      await settleMonths(records, actor, '2026-10');
      await took(127);
      await settleMonths(records, actor, '2026-10');
      await took(127, { returned: 2 });
      await settleMonths(records, actor, '2026-10');
      await took(129, { returned: 2 });
      await settleMonths(records, actor, '2026-10');
      expect(await settlements()).toEqual([
        { source: `adjustment:${client}:2026-10:1`, credits: -7 },
        { source: `adjustment:${client}:2026-10:2`, credits: 2 },
        { source: `adjustment:${client}:2026-10:3`, credits: -2 },
        { source: `settlement:${client}:2026-10`, credits: -120 },
      ]);
      expect(await balanceOf(records.db, client)).toBe(500 - 127);
    });

    it('separates clients and months, and charges nothing for overage without credits', async () => {
      const other = await newClient('Other');
      const soft = await newClient('Soft');
      await took(20);
      await took(3, { month: '2026-09' });
      await took(4, { of: other });
      await took(0, { of: soft, overage: 70 });
      expect(await settleMonths(records, actor, '2026-09')).toBe(1);
      expect(await settleMonths(records, actor, '2026-10')).toBe(2);
      const balances = await Promise.all([client, other, soft].map((id) => balanceOf(records.db, id)));
      expect(balances).toEqual([477, -4, 0]);
      expect((await settlements()).map(({ source }) => source).toSorted()).toEqual(
        [`settlement:${client}:2026-09`, `settlement:${client}:2026-10`, `settlement:${other}:2026-10`].toSorted(),
      );
    });

    it('settles any number of clients', async () => {
      const others = await Promise.all(Array.from({ length: 45 }, (_, nth) => newClient(`Client ${nth}`)));
      for (const of of others) await took(1, { of });
      expect(await settleMonths(records, actor, '2026-10')).toBe(45);
      expect(await settlements()).toHaveLength(45);
    });

    it('is not blocked by counts of an unknown client', async () => {
      await took(7, { of: 'cl_nobody' });
      await took(120);
      expect(await settleMonths(records, actor, '2026-10')).toBe(1);
    });

    it('happens a quarter of an hour after the month ends, and not earlier', async () => {
      await took(120);
      await close(OCTOBER_ENDS + 15 * MINUTE - 1);
      expect(await settlements()).toEqual([]);
      await close(OCTOBER_ENDS + 15 * MINUTE);
      expect(await settlements()).toHaveLength(1);
    });

    it('waits for a complete checkpoint of all clients', async () => {
      const other = await newClient('Other');
      await took(120);
      const away = async () => {
        throw new Error('the counters are unreachable');
      };
      await expect(close(OCTOBER_ENDS + 20 * MINUTE, away)).rejects.toThrow('unreachable');
      expect(await settlements()).toEqual([]);
      // Counts from other processes are only in the counters: the checkpoint before the closing saves them.
      const checkpointed: unknown[] = [];
      await closeMonths(
        {
          records,
          isIdle,
          async checkpoint(clients, month) {
            checkpointed.push([clients.toSorted(), month]);
            await took(9, { of: other });
          },
        },
        OCTOBER_ENDS + 21 * MINUTE,
      );
      expect(checkpointed).toEqual([[[client, other].toSorted(), '2026-10']]);
      expect(await balanceOf(records.db, other)).toBe(-9);
    });

    it('settles late counts of a closed month', async () => {
      await took(120);
      await close(OCTOBER_ENDS + 15 * MINUTE);
      await took(121);
      await close(OCTOBER_ENDS + 25 * MINUTE);
      expect(await balanceOf(records.db, client)).toBe(379);
    });

    it('settles late counts of any month, once on two machines', async () => {
      const idle = await newClient('Idle');
      await took(120);
      await close(OCTOBER_ENDS + 15 * MINUTE);
      const tenMonthsLater = Date.UTC(2027, 7, 20);
      await close(tenMonthsLater);
      await took(130);
      await took(4, { of: idle });
      await Promise.all(Array.from({ length: 4 }, () => close(tenMonthsLater + MINUTE)));
      await close(tenMonthsLater + 2 * MINUTE);
      expect(await settlements()).toEqual(
        [
          { source: `adjustment:${client}:2026-10:1`, credits: -10 },
          // Never an entry named after the month itself, which would change a final statement.
          { source: `adjustment:${idle}:2026-10:1`, credits: -4 },
          { source: `settlement:${client}:2026-10`, credits: -120 },
        ].toSorted((a, b) => (a.source < b.source ? -1 : 1)),
      );
    });

    it('settles a month before the first closed one', async () => {
      await took(120);
      await close(OCTOBER_ENDS + 15 * MINUTE);
      await took(5, { month: '2026-02' });
      await close(OCTOBER_ENDS + 16 * MINUTE);
      await close(OCTOBER_ENDS + 17 * MINUTE);
      expect(await settlements()).toEqual([
        { source: `adjustment:${client}:2026-02:1`, credits: -5 },
        { source: `settlement:${client}:2026-10`, credits: -120 },
      ]);
    });

    it('settles late counts once, wherever the process is killed', async () => {
      await took(120);
      await close(OCTOBER_ENDS + 15 * MINUTE);
      await took(125);
      const killed = async (write: Records['write']) => {
        const closing = closeMonths(
          { records: { ...records, write }, checkpoint: async () => undefined, isIdle },
          OCTOBER_ENDS + DAY,
        );
        await expect(closing).rejects.toThrow('killed');
      };
      const kill = (): never => {
        throw new Error('killed');
      };
      await killed(kill);
      await killed((change) => records.write((trx) => change(trx).then(kill)));
      expect(await balanceOf(records.db, client)).toBe(380);
      await killed((change) => records.write(change).then(kill));
      expect(await balanceOf(records.db, client)).toBe(375);
      await close(OCTOBER_ENDS + DAY);
      expect(await balanceOf(records.db, client)).toBe(375);
    });

    it('settles a deleted client without publishing a change', async () => {
      await took(120);
      await deleteClient(records, actor, client, 'Acme');
      const told = () => records.db.selectFrom('changes').select('seq').execute();
      const version = () => records.db.selectFrom('clients').select('limits_version').execute();
      const before = [await told(), await version()];
      await close(OCTOBER_ENDS + 15 * MINUTE);
      await took(121);
      await close(OCTOBER_ENDS + 16 * MINUTE);
      expect(await balanceOf(records.db, client)).toBe(500 - 121);
      expect([await told(), await version()]).toEqual(before);
    });

    it('checkpoints the counters of clients deleted in the month or later, and of no earlier ones', async () => {
      const [early, late] = [await newClient('Early'), await newClient('Late')];
      const october = Date.UTC(2026, 9);
      await deleteClient(records, { ...actor, at: october - 1 }, early, 'Early');
      await deleteClient(records, { ...actor, at: october }, client, 'Acme');
      await deleteClient(records, { ...actor, at: OCTOBER_ENDS + MINUTE }, late, 'Late');
      const asked: string[][] = [];
      const checkpoint = async (clients: readonly string[]) => {
        asked.push(clients.toSorted());
        await took(9);
      };
      await closeMonths({ records, checkpoint, isIdle }, OCTOBER_ENDS + 15 * MINUTE);
      expect(asked).toEqual([[client, late].toSorted()]);
      expect(await balanceOf(records.db, client)).toBe(491);
    });

    it('adopts settlements from before statements recorded their units', async () => {
      await took(120);
      await took(8, { month: '2026-09' });
      await close(OCTOBER_ENDS + 15 * MINUTE);
      await took(127);
      await records.db.schema.dropIndex('month_fold_unstated').execute();
      await records.db.schema.alterTable('month_fold').dropColumn('stated').execute();
      await records.db.schema.dropTable('stated_units').execute();
      await migrations(records.dialect)['0011-stated-units']?.up(records.db);
      // Statements as they were until then: including late counts.
      expect((await readStatement(records.db, client, '2026-10', { limit: 9, cursor: null })).usage).toMatchObject({
        included: 1_000,
        overage: 127,
      });
      const left = records.db.selectFrom('month_fold').where('stated', '=', 0).select('month');
      expect(await left.execute()).toEqual([{ month: '2026-10' }]);
      await close(OCTOBER_ENDS + 16 * MINUTE);
      expect(await settlements()).toEqual([
        { source: `adjustment:${client}:2026-10:1`, credits: -7 },
        { source: `settlement:${client}:2026-09`, credits: -8 },
        { source: `settlement:${client}:2026-10`, credits: -120 },
      ]);
    });

    it('closes every month that passed while no gateway was running', async () => {
      await took(10, { month: '2026-07' });
      await took(20, { month: '2026-09' });
      await close(OCTOBER_ENDS + 15 * MINUTE);
      expect(await settlements()).toHaveLength(2);
      const closed = await records.db.selectFrom('closed_months').orderBy('month').select('month').execute();
      expect(closed.map(({ month }) => month)).toEqual(['2026-07', '2026-08', '2026-09', '2026-10']);
    });
  });
}
