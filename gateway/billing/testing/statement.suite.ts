import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../accounts/clients/clients.ts';
import { readLimits } from '../../accounts/plans/limits.ts';
import { setPlan } from '../../accounts/plans/plans.ts';
import type { Records } from '../../records/records.ts';
import { saveCheckpoint } from '../../usage/checkpoint.ts';
import { readHardStop, setHardStop } from '../hard-stop.ts';
import { balanceOf, postEntry } from '../ledger.ts';
import { closeMonths } from '../month-closing.ts';
import { beginTopUp } from '../payments.ts';
import { manual } from '../provider.ts';
import { settleMonths } from '../settlement.ts';
import { readStatement, statementCsv } from '../statement.ts';

const OCTOBER = Date.UTC(2026, 9, 5);
const NOVEMBER = Date.UTC(2026, 10, 1);
const NONE = { included: 0, overage: 0, credits: 0 };

/** The guarantees of statements and the hard stop on every database. */
export function statementSuite(open: () => Promise<Records>): void {
  describe('money', () => {
    let records: Records;
    let clientId: string;
    const at = (time: number) => ({ name: 'cli', at: time, address: null });

    beforeEach(async () => {
      records = await open();
      const client = { name: 'Acme', plan: 'free', admin: { name: 'Ann', email: null } };
      ({ clientId } = await createClient(records, at(OCTOBER), client));
    });
    afterEach(() => records.close());

    const topUp = (credits: number, reference: string, time: number) =>
      beginTopUp(records, at(time), manual('at-once'), { clientId, credits, reference, note: reference });
    const took = (credits: number, month = '2026-10') =>
      saveCheckpoint(records, {
        client: clientId,
        month,
        counter: { epoch: 'e', base: NONE, admitted: { included: 40, overage: credits + 3, credits }, returned: NONE },
        credits: { epoch: 'c', base: 0, taken: credits, returned: 0 },
        limits: null,
        usage: [],
      });
    const close = (now: number) =>
      closeMonths({ records, checkpoint: async () => undefined, isIdle: async () => true }, now);
    const statement = (month: string) => readStatement(records.db, clientId, month, { limit: 100, cursor: null });

    it('opens a statement with the previous balance, and closes it with that plus all entries', async () => {
      await records.db.updateTable('plans').set({ price_amount: 2, price_currency: 'EUR' }).execute();
      await topUp(500, 'invoice 1', OCTOBER);
      await took(120);
      expect(await statement('2026-10')).toMatchObject({ closed: false, opening: 0, closing: 500 });
      await close(NOVEMBER + 900_000);
      await topUp(50, 'invoice 2', NOVEMBER + 7_200_000);
      const october = await statement('2026-10');
      expect(october).toMatchObject({
        closed: true,
        opening: 0,
        entries: {
          items: [
            { kind: 'top_up', credits: 500, note: 'invoice 1', paid: { amount: 1_000, currency: 'EUR' } },
            { kind: 'settlement', credits: -120, source: `settlement:${clientId}:2026-10`, paid: null },
          ],
          next: null,
        },
        closing: 380,
        usage: { included: 40, overage: 123, credits: 120 },
      });
      expect(await statement('2026-11')).toMatchObject({
        closed: false,
        opening: 380,
        entries: { items: [{ kind: 'top_up', credits: 50 }] },
        closing: 430,
      });
      expect(await balanceOf(records.db, clientId)).toBe(430);
    });

    it('never changes the statement of a closed month: late counts appear in a later one', async () => {
      await topUp(500, 'invoice 1', OCTOBER);
      await took(120);
      await close(NOVEMBER + 900_000);
      const before = await statement('2026-10');
      await took(125);
      await took(2, '2026-11');
      expect(await statement('2026-10')).toEqual(before);
      await close(NOVEMBER + 1_800_000);
      expect(await statement('2026-10')).toEqual(before);
      const { entries, closing, usage } = await statement('2026-11');
      expect(entries.items.map(({ source, credits }) => [source, credits])).toEqual([
        [`adjustment:${clientId}:2026-10:1`, -5],
      ]);
      expect(closing).toBe(375);
      // Its own 40, 5 and 2, plus the five late ones.
      expect(usage).toEqual({ included: 40, overage: 10, credits: 7 });
    });

    it('does not change closed months, even empty ones, when an old month grows', async () => {
      await topUp(500, 'invoice 1', OCTOBER);
      await took(120);
      await close(Date.UTC(2027, 0, 20));
      const months = ['2026-07', '2026-08', '2026-09', '2026-10', '2026-11', '2026-12'];
      const statements = () => Promise.all(months.map(statement));
      const before = await statements();
      await took(121);
      await took(6, '2026-11');
      // Before the first closed month.
      await took(3, '2026-08');
      expect(await statements()).toEqual(before);
      await close(Date.UTC(2027, 0, 21));
      expect(await statements()).toEqual(before);
      const january = await statement('2027-01');
      expect(january).toMatchObject({ opening: 380, closing: 370 });
      expect(january.usage).toEqual({ included: 80, overage: 1 + 9 + 6, credits: 1 + 6 + 3 });
      expect(january.adjustments).toEqual([
        { month: '2026-08', included: 40, overage: 6, credits: 3 },
        { month: '2026-10', included: 0, overage: 1, credits: 1 },
        { month: '2026-11', included: 40, overage: 9, credits: 6 },
      ]);
      await took(122);
      await close(Date.UTC(2027, 0, 22));
      expect(await statement('2027-01')).toMatchObject({
        closing: 369,
        usage: { included: 80, overage: 17, credits: 11 },
      });
      await close(Date.UTC(2027, 1, 2));
      const closed = await statement('2027-01');
      await took(123);
      await close(Date.UTC(2027, 1, 3));
      expect(await statement('2027-01')).toEqual(closed);
      expect(closed).toMatchObject({ closed: true, closing: 369, usage: { overage: 17, credits: 11 } });
      expect(await statement('2027-02')).toMatchObject({
        opening: 369,
        closing: 368,
        usage: { overage: 1, credits: 1 },
      });
    });

    it('shows the units of a settled month that is not closed yet exactly once', async () => {
      await took(120);
      await settleMonths(records, at(NOVEMBER), '2026-10');
      const usage = { included: 40, overage: 123, credits: 120 };
      expect(await statement('2026-10')).toMatchObject({ closed: false, closing: -120, usage });
      await close(NOVEMBER + 900_000);
      expect(await statement('2026-10')).toMatchObject({ closed: true, closing: -120, usage });
    });

    it('connects consecutive months without a gap, even below zero', async () => {
      await topUp(100, 'a', OCTOBER);
      await took(80);
      await close(NOVEMBER + 900_000);
      const chargeback = {
        clientId,
        kind: 'adjustment',
        credits: -100,
        source: 'stripe:dispute:1',
        note: null,
      } as const;
      await records.write((trx) => postEntry(trx, at(NOVEMBER + 1_000_000), chargeback));
      await took(0, '2026-11');
      let last = 0;
      for (const month of ['2026-09', '2026-10', '2026-11', '2026-12']) {
        const { opening, closing } = await statement(month);
        expect(opening).toBe(last);
        last = closing;
      }
      expect(last).toBe(-80);
    });

    it('exports a statement as CSV with a running balance', async () => {
      await records.db.updateTable('plans').set({ price_amount: 2, price_currency: 'EUR' }).execute();
      const { payment } = await topUp(500, '=1+1, "quoted"', OCTOBER);
      await took(120);
      await close(NOVEMBER + 900_000);
      expect((await Array.fromAsync(statementCsv(records.db, clientId, '2026-10'))).join('').split('\r\n')).toEqual([
        'time,kind,reference,note,quantity,balance,amount,currency',
        '2026-10-01T00:00:00.000Z,opening_balance,,,,0,,',
        `2026-10-05T00:00:00.000Z,top_up,manual:${payment.id},"'=1+1, ""quoted""",500,500,1000,EUR`,
        `2026-11-01T00:15:00.000Z,settlement,settlement:${clientId}:2026-10,,-120,380,,`,
        '2026-11-01T00:00:00.000Z,closing_balance,,,,380,,',
        ',units_included,2026-10,,40,,,',
        ',units_overage,2026-10,,123,,,',
        ',units_paid_with_credits,2026-10,,120,,,',
        '',
      ]);
    });

    it('applies the client’s hard stop, never above its plan’s ceiling, across changes of plan', async () => {
      expect(await readHardStop(records.db, clientId)).toEqual({ own: null, ceiling: null });
      const before = await readLimits(records.db, clientId);
      expect(await setHardStop(records, at(OCTOBER), clientId, 70)).toEqual({ own: 70, ceiling: 70 });
      expect(await readLimits(records.db, clientId)).toMatchObject({
        ceiling: 70,
        version: (before?.version ?? 0) + 1,
      });
      await setPlan(records, at(OCTOBER), clientId, 'free', { ceiling: 50 });
      expect(await readHardStop(records.db, clientId)).toEqual({ own: 70, ceiling: 50 });
      await setPlan(records, at(OCTOBER), clientId, 'free', {});
      expect(await setHardStop(records, at(OCTOBER), clientId, 0)).toEqual({ own: 0, ceiling: 0 });
      expect(await setHardStop(records, at(OCTOBER), clientId, null)).toEqual({ own: null, ceiling: null });
      await expect(setHardStop(records, at(OCTOBER), clientId, -1)).rejects.toMatchObject({ code: 'bad-value' });
    });
  });
}
