import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../accounts/clients.ts';
import { readLimits } from '../accounts/limits.ts';
import type { Split } from '../quota/contract.ts';
import { saveFold } from '../records/fold.ts';
import type { Records } from '../records/records.ts';
import { addCredits, balanceOf } from './ledger.ts';
import { closeMonths } from './month-closing.ts';
import { settleMonth } from './settlement.ts';

const NONE: Split = { included: 0, overage: 0, credits: 0 };
const MINUTE = 60_000;
const OCTOBER_ENDS = Date.UTC(2026, 10, 1);
const actor = { name: 'cli', at: OCTOBER_ENDS, address: null };

/** What the settlement of months guarantees on every database. */
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

    /** Folds what a month's calls took and gave back under an epoch. */
    const took = (
      credits: number,
      { returned = 0, month = '2026-10', epoch = 'e', of = client, overage = credits } = {},
    ) =>
      saveFold(records, {
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

    const close = (now: number, fold = async () => undefined) => closeMonths({ records, fold }, now);

    it('takes the recorded credits from the balance once, and leaves what was granted', async () => {
      await took(120);
      await took(30, { epoch: 'another' });
      const before = await readLimits(records.db, client);
      expect(await settleMonth(records, actor, '2026-10')).toBe(1);
      expect(await settleMonth(records, actor, '2026-10')).toBe(0);
      expect(await settlements()).toEqual([{ source: `settlement:${client}:2026-10`, credits: -150 }]);
      expect(await balanceOf(records.db, client)).toBe(350);
      expect((await readLimits(records.db, client))?.granted).toBe(before?.granted);
    });

    it('holds no writer up where nothing is new', async () => {
      await took(120);
      await settleMonth(records, actor, '2026-10');
      const write = () => expect.unreachable('nothing is to be written');
      expect(await settleMonth({ ...records, write }, actor, '2026-10')).toBe(0);
    });

    it('is done once when many do it at the same moment', async () => {
      await took(120);
      const written = await Promise.all(Array.from({ length: 6 }, () => settleMonth(records, actor, '2026-10')));
      expect(written.toSorted()).toEqual([0, 0, 0, 0, 0, 1]);
      expect(await balanceOf(records.db, client)).toBe(380);
    });

    it('gives what was counted late an entry of its own, and what was given back late its credits', async () => {
      await took(120);
      await settleMonth(records, actor, '2026-10');
      await took(127);
      await settleMonth(records, actor, '2026-10');
      await took(127, { returned: 2 });
      await settleMonth(records, actor, '2026-10');
      await took(129, { returned: 2 });
      await settleMonth(records, actor, '2026-10');
      expect(await settlements()).toEqual([
        { source: `adjustment:${client}:2026-10:1`, credits: -7 },
        { source: `adjustment:${client}:2026-10:2`, credits: 2 },
        { source: `adjustment:${client}:2026-10:3`, credits: -2 },
        { source: `settlement:${client}:2026-10`, credits: -120 },
      ]);
      expect(await balanceOf(records.db, client)).toBe(500 - 127);
    });

    it('keeps clients and months apart, and takes nothing for overage that took no credit', async () => {
      const other = await newClient('Other');
      const soft = await newClient('Soft');
      await took(20);
      await took(3, { month: '2026-09' });
      await took(4, { of: other });
      await took(0, { of: soft, overage: 70 });
      await settleMonth(records, actor, '2026-10');
      await settleMonth(records, actor, '2026-09');
      const balances = await Promise.all([client, other, soft].map((id) => balanceOf(records.db, id)));
      expect(balances).toEqual([477, -4, 0]);
      expect(await settlements()).toHaveLength(3);
    });

    it('comes a quarter of an hour after the month has ended, and not before', async () => {
      await took(120);
      await close(OCTOBER_ENDS + 15 * MINUTE - 1);
      expect(await settlements()).toEqual([]);
      await close(OCTOBER_ENDS + 15 * MINUTE);
      expect(await settlements()).toHaveLength(1);
    });

    it('waits for a fold over all clients that is complete', async () => {
      const other = await newClient('Other');
      await took(120);
      const away = async () => {
        throw new Error('the counters are away');
      };
      await expect(close(OCTOBER_ENDS + 20 * MINUTE, away)).rejects.toThrow('away');
      expect(await settlements()).toEqual([]);
      // What this process never served is in the counters only: the fold before the closing brings it.
      const folded: unknown[] = [];
      await closeMonths(
        {
          records,
          async fold(clients, month) {
            folded.push([clients.toSorted(), month]);
            await took(9, { of: other });
          },
        },
        OCTOBER_ENDS + 21 * MINUTE,
      );
      expect(folded).toEqual([[[client, other].toSorted(), '2026-10']]);
      expect(await balanceOf(records.db, other)).toBe(-9);
    });

    it('settles what is counted late in a month that is closed', async () => {
      await took(120);
      await close(OCTOBER_ENDS + 15 * MINUTE);
      await took(121);
      await close(OCTOBER_ENDS + 25 * MINUTE);
      expect(await balanceOf(records.db, client)).toBe(379);
    });

    it('closes every month that passed while nothing ran', async () => {
      await took(10, { month: '2026-07' });
      await took(20, { month: '2026-09' });
      await close(OCTOBER_ENDS + 15 * MINUTE);
      expect(await settlements()).toHaveLength(2);
      const closed = await records.db.selectFrom('closed_months').orderBy('month').select('month').execute();
      expect(closed.map(({ month }) => month)).toEqual(['2026-07', '2026-08', '2026-09', '2026-10']);
    });
  });
}
