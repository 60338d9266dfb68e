import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../accounts/clients/clients.ts';
import { createKey } from '../../accounts/keys/keys.ts';
import type { UsageRow } from '../../quota/contract.ts';
import type { Records } from '../../records/records.ts';
import { readLong } from '../../web/platform/long-reads/long-reads.ts';
import { saveCheckpoint } from '../checkpoint.ts';
import { type UsageGroup, usageHistory } from '../history.ts';

const NONE = { included: 0, overage: 0, credits: 0 };
const actor = { name: 'cli', at: Date.UTC(2026, 10, 21), address: null };

/** The guarantees of the usage history on every database. */
export function usageHistorySuite(open: () => Promise<Records>): void {
  describe('the usage history', () => {
    let records: Records;
    let clientId: string;
    let userId: string;
    let key: string;

    beforeEach(async () => {
      records = await open();
      ({ clientId, userId } = await createClient(records, actor, {
        name: 'Acme',
        plan: 'free',
        admin: { name: 'Ann', email: null },
      }));
      const made = { clientId, userId, name: 'k', environment: 'test', expiresAt: null, calculators: null, cap: null };
      ({ id: key } = await createKey(records, actor, { ...made, environment: 'test' }));
      const row = (other: Partial<UsageRow>): UsageRow => {
        return { day: '2026-11-01', key, calculator: 'bmi', status: '2xx', calls: 1, units: 1, ...other };
      };
      await checkpoint('2026-11', 'e1', [
        row({ calls: 5, units: 10 }),
        row({ status: 'returned', calls: 1, units: 2 }),
        row({ status: '5xx', calls: 1, units: 0 }),
        row({ status: '4xx', calls: 3, units: 0, calculator: 'tdee' }),
        row({ status: '429', calls: 4, units: 0, day: '2026-11-02' }),
        row({ key: 'key_gone', calls: 7, units: 7, day: '2026-11-02' }),
      ]);
      await checkpoint('2026-11', 'e2', [row({ calls: 2, units: 2 })]);
      await checkpoint('2026-10', 'e3', [row({ day: '2026-10-31', calls: 9, units: 9 })]);
    });
    afterEach(() => records.close());

    const checkpoint = (month: string, epoch: string, usage: readonly UsageRow[]) =>
      saveCheckpoint(records, {
        client: clientId,
        month,
        counter: { epoch, base: NONE, admitted: NONE, returned: NONE },
        credits: { epoch: 'c', base: 0, taken: 0, returned: 0 },
        limits: null,
        usage,
      });

    const query = (by: readonly UsageGroup[], more = {}) => ({
      clientId,
      since: '2026-11-01',
      until: '2026-11-30',
      by,
      ...more,
    });
    const lines = async (by: readonly UsageGroup[], more = {}) =>
      (await usageHistory(records.db, query(by, more), 100)).map(
        ({ group, calls, units, clientErrors, serverErrors, refused }) => [
          ...by.map((name) => group[name]),
          ...[calls, units, clientErrors, serverErrors, refused],
        ],
      );

    it('sums epochs, subtracts given-back units, and separates uncharged calls', async () => {
      expect(await lines(['day'])).toEqual([
        ['2026-11-01', 6, 10, 3, 1, 0],
        ['2026-11-02', 7, 7, 0, 0, 4],
      ]);
      expect(await lines(['status'])).toEqual([
        ['2xx', 13, 17, 0, 0, 0],
        ['429', 0, 0, 0, 0, 4],
        ['4xx', 0, 0, 3, 0, 0],
        ['5xx', 0, 0, 0, 1, 0],
      ]);
    });

    it('groups by several dimensions, in their order', async () => {
      expect(await lines(['calculator', 'day'])).toEqual([
        ['bmi', '2026-11-01', 6, 10, 0, 1, 0],
        ['bmi', '2026-11-02', 7, 7, 0, 0, 4],
        ['tdee', '2026-11-01', 0, 0, 3, 0, 0],
      ]);
    });

    it('keeps the most active values of the last group, and sums the others', async () => {
      expect(await lines(['key'], { top: 1 })).toEqual([
        ['*', 6, 10, 3, 1, 4],
        ['key_gone', 7, 7, 0, 0, 0],
      ]);
      expect(await lines(['day', 'calculator'], { top: 1 })).toEqual([
        ['2026-11-01', '*', 0, 0, 3, 0, 0],
        ['2026-11-01', 'bmi', 6, 10, 0, 1, 0],
        ['2026-11-02', 'bmi', 7, 7, 0, 0, 4],
      ]);
      expect(await lines(['user'], { top: 2 })).toEqual(await lines(['user']));
      expect(await lines(['key'], { top: 1, clientId: 'cl_other' })).toEqual([]);
    });

    it('maps keys to users, and can be restricted to one user’s calls', async () => {
      expect(await lines(['user'])).toEqual([
        ['', 7, 7, 0, 0, 0],
        [userId, 6, 10, 3, 1, 4],
      ]);
      expect(await lines(['key'], { userId })).toEqual([[key, 6, 10, 3, 1, 4]]);
      expect(await lines(['key'], { userId: 'us_other' })).toEqual([]);
    });

    it('includes both ends of the range, and no other client’s calls', async () => {
      expect(await lines(['day'], { since: '2026-10-31', until: '2026-11-01' })).toEqual([
        ['2026-10-31', 9, 9, 0, 0, 0],
        ['2026-11-01', 6, 10, 3, 1, 0],
      ]);
      expect(await lines(['day'], { clientId: 'cl_other' })).toEqual([]);
    });

    it('is exported as CSV across months', async () => {
      const asked = query(['day', 'calculator'], { since: '2026-10-01' });
      let text = '';
      for await (const part of readLong(records, { read: 'usage', asked })) text += part;
      expect(text.split('\r\n')).toEqual([
        'day,calculator,calls,units,client_errors,server_errors,refused',
        '2026-10-31,bmi,9,9,0,0,0',
        '2026-11-01,bmi,6,10,0,1,0',
        '2026-11-01,tdee,0,0,3,0,0',
        '2026-11-02,bmi,7,7,0,0,4',
        '',
      ]);
    });
  });
}
