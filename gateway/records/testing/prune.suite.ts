import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../accounts/clients/clients.ts';
import { beginSession } from '../../accounts/sessions/sessions.ts';
import { addCredits, balanceOf } from '../../billing/ledger.ts';
import { closeMonths } from '../../billing/month-closing.ts';
import { readStatement } from '../../billing/statement.ts';
import { pruneEnded, pruneHistory } from '../../boot/process/prune-records.ts';
import { readCheckpoint, saveCheckpoint } from '../../usage/checkpoint.ts';
import { creditsTaken, monthUsage } from '../../usage/report.ts';
import type { Records } from '../records.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY = 24 * 60 * 60 * 1_000;
const KEPT = { usageMonths: 25, auditMonths: 24 };
const actor = { name: 'cli', at: NOW, address: null };
const NONE = { included: 0, overage: 0, credits: 0 };

/** Tests what pruning removes from the records and what it keeps, on every database. */
export function pruneSuite(open: () => Promise<Records>): void {
  describe('pruning', () => {
    let records: Records;
    let clientId: string;
    let userId: string;
    beforeEach(async () => {
      records = await open();
      const admin = { name: 'Ann', email: null };
      ({ clientId, userId } = await createClient(records, actor, { name: 'Acme', plan: 'free', admin }));
    });
    afterEach(() => records.close());

    const options = () => ({ records, signal: new AbortController().signal });
    const usage = (day: string, calls: number) =>
      Array.from({ length: calls }, (_, at) => ({
        ...{ client_id: clientId, day, key_id: `key_${at}`, calculator: 'bmi', epoch: 'e' },
        ...{ status: '2xx' as const, calls: 1, units: 1 },
      }));
    const days = async () =>
      (await records.db.selectFrom('usage_fold').select('day').distinct().orderBy('day').execute()).map(
        ({ day }) => day,
      );

    it('keeps usage of 25 whole months and the current one, of every client', async () => {
      const kept = [...usage('2024-10-01', 3), ...usage('2026-11-21', 1)];
      const old = [...usage('2024-09-30', 230), ...usage('2019-02-28', 120)];
      const others = old.slice(0, 2).map((row) => ({ ...row, client_id: 'cl_unknown' }));
      await records.db
        .insertInto('usage_fold')
        .values([...kept, ...old, ...others])
        .execute();
      await pruneHistory(options(), KEPT, NOW);
      expect(await days()).toEqual(['2024-10-01', '2026-11-21']);
      await pruneHistory(options(), { ...KEPT, usageMonths: 13 }, NOW);
      expect(await days()).toEqual(['2026-11-21']);
    });

    it('keeps the audit of 24 whole months and the current one', async () => {
      const line = { actor: 'us_a', action: 'key.change', record_kind: 'key' };
      const first = Date.UTC(2024, 10, 1);
      const old = Array.from({ length: 250 }, (_, at) => ({ ...line, at: first - 250 + at, record_id: 'old' }));
      await records.db.deleteFrom('audit').execute();
      await records.db
        .insertInto('audit')
        .values(old.map((row) => ({ ...row, client_id: clientId })))
        .execute();
      await records.db
        .insertInto('audit')
        .values([
          { ...line, at: first - 1, record_id: 'of no client', client_id: null },
          { ...line, at: first, record_id: 'first', client_id: clientId },
        ])
        .execute();
      await pruneHistory(options(), KEPT, NOW);
      const left = await records.db.selectFrom('audit').select('record_id').execute();
      expect(left).toEqual([{ record_id: 'first' }]);
    });

    it('leaves money, statements, caps and late counts unchanged', async () => {
      await addCredits(records, actor, { clientId, credits: 50, source: 's', note: null });
      const checkpoint = (month: string, overage: number) =>
        saveCheckpoint(records, {
          client: clientId,
          month,
          counter: { epoch: 'e', base: NONE, admitted: { included: 7, overage, credits: overage }, returned: NONE },
          credits: { epoch: 'c', base: 0, taken: 9, returned: 0 },
          limits: null,
          usage: [{ day: `${month}-15`, key: 'key_1', calculator: 'bmi', status: '2xx', calls: 7, units: 7 }],
        });
      await checkpoint('2023-05', 4);
      await checkpoint('2026-11', 5);
      await closeMonths({ records, checkpoint: async () => undefined, isIdle: async () => true }, NOW);
      const months = ['2023-05', '2023-06', '2026-10', '2026-11'];
      const money = async () => ({
        balance: await balanceOf(records.db, clientId),
        taken: await creditsTaken(records.db, clientId),
        statements: await Promise.all(
          months.map((month) => readStatement(records.db, clientId, month, { limit: 200, cursor: null })),
        ),
        used: await Promise.all(months.map((month) => monthUsage(records.db, clientId, month))),
        running: await readCheckpoint(records.db, clientId, '2026-11'),
      });
      const before = await money();
      expect(before.running.families).toEqual([{ family: 'key_1', units: 7 }]);
      await pruneHistory(options(), { usageMonths: 13, auditMonths: 1 }, NOW);
      expect(await days()).toEqual(['2026-11-15']);
      expect(await money()).toEqual(before);
      // Calls of the pruned month that are counted later are settled like any others.
      await checkpoint('2023-05', 6);
      await closeMonths({ records, checkpoint: async () => undefined, isIdle: async () => true }, NOW);
      expect(await balanceOf(records.db, clientId)).toBe(before.balance - 2);
      await pruneHistory(options(), KEPT, NOW);
      expect(await days()).toEqual(['2026-11-15']);
    });

    it('removes sessions, browsers, links and notices only once they have ended for a day', async () => {
      const user = { id: userId, client_id: clientId };
      const begin = (at: number) => records.write((trx) => beginSession(trx, { ...actor, at }, user, 'a browser'));
      const current = await begin(NOW - 1_000);
      const row = await records.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
      const session = (id: string, other: object) => ({ ...row, id, hash: id, ...other });
      await records.db
        .insertInto('sessions')
        .values([
          session('expired', { expires_at: NOW - DAY }),
          session('idle', { last_used_at: NOW - 3 * DAY }),
          session('just expired', { expires_at: NOW - DAY + 1 }),
        ])
        .execute();
      const device = (hash: string, seen_at: number) => ({ hash, user_id: userId, seen_at });
      await records.db
        .insertInto('devices')
        .values([device('old', NOW - 181 * DAY), device('known', NOW - 179 * DAY)])
        .execute();
      const link = { user_id: userId, used_at: null };
      const ends = (name: string, expires_at: number) => ({ ...link, hash: name, expires_at });
      const links = [ends('old', NOW - DAY), ends('open', NOW + 1)];
      await records.db
        .insertInto('address_links')
        .values(links.map((one) => ({ ...one, email: 'ann@example.com', details: '{}' })))
        .execute();
      await records.db.deleteFrom('setup_links').execute();
      await records.db
        .insertInto('setup_links')
        .values(links.map((one) => ({ ...one, id: one.hash, purpose: 'set-password' as const })))
        .execute();
      await records.db
        .insertInto('email_changes')
        .values(links.map(({ hash, expires_at }) => ({ hash, expires_at, user_id: userId, email: 'ann@example.com' })))
        .execute();
      const notice = (month: string, kind: string) => ({ client_id: clientId, month, kind, at: NOW });
      const notices = [notice('2026-09', 'quota-80'), notice('2026-09', 'low-balance'), notice('2026-10', 'quota-80')];
      await records.db.insertInto('notices').values(notices).execute();

      await pruneEnded(options(), NOW);
      const left = async (table: 'sessions' | 'devices' | 'address_links' | 'setup_links' | 'email_changes') =>
        (await records.db.selectFrom(table).select('hash').orderBy('hash').execute()).map(({ hash }) => hash);
      const ofCurrent = (await left('sessions')).filter((hash) => hash !== 'just expired');
      expect(ofCurrent).toEqual([row.hash]);
      expect(await left('sessions')).toHaveLength(2);
      expect(current.id).toBe(row.id);
      expect(await left('devices')).toEqual(['known']);
      expect(await left('address_links')).toEqual(['open']);
      expect(await left('setup_links')).toEqual(['open']);
      expect(await left('email_changes')).toEqual(['open']);
      const notified = await records.db.selectFrom('notices').select(['month', 'kind']).orderBy('month').execute();
      expect(notified).toEqual([
        { month: '2026-09', kind: 'low-balance' },
        { month: '2026-10', kind: 'quota-80' },
      ]);
    });

    it('stops with the gateway', async () => {
      await records.db.insertInto('usage_fold').values(usage('2019-02-28', 3)).execute();
      await pruneHistory({ records, signal: AbortSignal.abort() }, KEPT, NOW);
      expect(await days()).toEqual(['2019-02-28']);
    });
  });
}
