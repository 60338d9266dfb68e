import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../accounts/clients/clients.ts';
import { databaseTime } from '../../records/database-time.ts';
import type { Records } from '../../records/records.ts';
import { saveCheckpoint } from '../../usage/checkpoint.ts';
import { lastClosed } from '../closed-months.ts';
import { addCredits } from '../ledger.ts';
import { closeMonths, type MonthClosing, startMonthClosing } from '../month-closing.ts';
import { readStatement } from '../statement.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const OCTOBER_ENDS = Date.UTC(2026, 10, 1);
const NONE = { included: 0, overage: 0, credits: 0 };
const ALL = { limit: 100, cursor: null };

/** When months close if the clocks of gateway, counters and database differ, on every database. */
export function closingClocksSuite(open: () => Promise<Records>): void {
  describe('closing months by several clocks', () => {
    let records: Records;
    let client: string;
    let closing: MonthClosing;
    /** Of the counters, of the database, and of the process. */
    const time = { store: 0, database: 0, monotonic: 0 };
    /** Units of October that only the counters hold. */
    let unwritten = 0;
    let units = 0;

    const actor = (at: number) => ({ name: 'test', at, address: null });
    const count = (more: number, month = '2026-10') => {
      units += more;
      return saveCheckpoint(records, {
        ...{ client, month, limits: null, usage: [] },
        counter: { epoch: 'e', base: NONE, admitted: { ...NONE, overage: units, credits: units }, returned: NONE },
        credits: { epoch: 'c', base: 0, taken: units, returned: 0 },
      });
    };
    /** All clocks run on, minute by minute. */
    const pass = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        time.store += MINUTE;
        time.database += MINUTE;
        time.monotonic += MINUTE;
        await closing.look();
      }
    };
    const start = async (at: number, skews: { store?: number; database?: number } = {}) => {
      time.store = at + (skews.store ?? 0);
      time.database = at + (skews.database ?? 0);
      closing = startMonthClosing({
        records,
        storeTime: () => time.store,
        databaseTime: async () => time.database,
        monotonic: () => time.monotonic,
        async checkpoint() {
          if (unwritten > 0) await count(unwritten);
          unwritten = 0;
        },
        onError: (error) => expect.unreachable(String(error)),
      });
      await closing.look();
    };

    beforeEach(async () => {
      records = await open();
      unwritten = 0;
      units = 0;
      const admin = { name: 'Ann', email: null };
      const of = actor(OCTOBER_ENDS - 20 * DAY);
      client = (await createClient(records, of, { name: 'Acme', plan: 'free', admin })).clientId;
      await addCredits(records, of, { clientId: client, credits: 500, source: 'invoice:1', note: null });
      await count(7);
    });
    afterEach(async () => {
      await closing.stop();
      await records.close();
    });

    it('reads the clock of the database', async () => {
      await start(0);
      const before = Date.now();
      const read = await databaseTime(records);
      expect(Number.isSafeInteger(read)).toBe(true);
      expect(Math.abs(read - before)).toBeLessThan(5_000);
    });

    it('closes when all agree, a quarter of an hour after the end', async () => {
      await start(OCTOBER_ENDS - MINUTE);
      await pass(15);
      expect(await lastClosed(records.db)).toBeNull();
      await pass(2);
      expect(await lastClosed(records.db)).toBe('2026-10');
    });

    it.each([
      ['the counters are 12 days ahead', { store: 12 * DAY }],
      ['the database is 12 days ahead', { database: 12 * DAY }],
    ])('does not close the running month if %s', async (_clock, skews) => {
      await start(OCTOBER_ENDS - 10 * DAY, skews);
      await pass(60);
      expect(await lastClosed(records.db)).toBeNull();
    });

    it('does not close a month that still has calls, whatever the clocks say', async () => {
      await start(OCTOBER_ENDS + 2 * DAY);
      for (let calls = 0; calls < 6; calls += 1) {
        await pass(10);
        await count(1);
      }
      expect(await lastClosed(records.db)).toBeNull();
      // The next look sees the last call; then it is idle for a quarter of an hour.
      await pass(15);
      expect(await lastClosed(records.db)).toBeNull();
      await pass(1);
      expect(await lastClosed(records.db)).toBe('2026-10');
    });

    it('waits again after calls that only its own checkpoint brought', async () => {
      await start(OCTOBER_ENDS + 2 * DAY);
      unwritten = 5;
      await pass(15);
      expect([unwritten, await lastClosed(records.db)]).toEqual([0, null]);
      await pass(15);
      expect(await lastClosed(records.db)).toBe('2026-10');
      expect(await readStatement(records.db, client, '2026-10', ALL)).toMatchObject({ usage: { credits: 12 } });
    });

    it('closes several months after a long stop in their order, without waiting for each', async () => {
      await count(0, '2026-08');
      await start(OCTOBER_ENDS + DAY);
      await pass(15);
      const closed = await records.db.selectFrom('closed_months').select('month').orderBy('month').execute();
      expect(closed.map(({ month }) => month)).toEqual(['2026-08', '2026-09', '2026-10']);
    });

    it.each([
      ['right', 2 * DAY],
      ['behind, in the closed month', -DAY],
      ['behind by a month', -40 * DAY],
    ])('never changes a closed statement, if the clock of a later entry is %s', async (_clock, offset) => {
      await start(OCTOBER_ENDS + DAY);
      await pass(15);
      const statement = (month: string) => readStatement(records.db, client, month, ALL);
      const october = await statement('2026-10');
      expect(october).toMatchObject({ closed: true, closing: 493, usage: { overage: 7, credits: 7 } });

      const at = OCTOBER_ENDS + offset;
      await addCredits(records, actor(at), { clientId: client, credits: 50, source: 'invoice:2', note: null });
      await count(3);
      await closeMonths({ records, checkpoint: async () => undefined, isIdle: async () => true }, at);
      expect(await statement('2026-10')).toEqual(october);
      const november = await statement('2026-11');
      expect(november).toMatchObject({ closed: false, opening: 493, closing: 540, usage: { overage: 3, credits: 3 } });
      expect(november.entries.items.map(({ source, credits }) => `${source} ${credits}`).toSorted()).toEqual(
        [`adjustment:${client}:2026-10:1 -3`, 'invoice:2 50'].toSorted(),
      );
    });
  });
}
