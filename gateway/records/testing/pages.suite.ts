import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NOW, newClient, type TestClient } from '../../accounts/testing/two-clients.fixture.ts';
import { listUsers } from '../../accounts/users/user-list.ts';
import { addCredits } from '../../billing/ledger.ts';
import { readStatement, statementCsv } from '../../billing/statement.ts';
import { statementCsv as consumersCsv, listConsumers } from '../../marketplace/consumer-report.ts';
import { saveCheckpoint } from '../../usage/checkpoint.ts';
import { deprecatedUsage } from '../../usage/deprecated-usage.ts';
import { newId } from '../../values/record-id.ts';
import { everyPage, type Page } from '../page.ts';
import type { Records } from '../records.ts';

/** Tests that lists are read page by page, each row once, on every database. */
export function pagesSuite(open: () => Promise<Records>): void {
  describe('lists', () => {
    let records: Records;
    let acme: TestClient;
    let other: TestClient;

    beforeEach(async () => {
      records = await open();
      acme = await newClient(records, 'Acme');
      other = await newClient(records, 'Other');
    });
    afterEach(() => records.close());

    /** All items in pages of two. */
    async function inPages<Item>(read: (page: { limit: number; cursor: string | null }) => Promise<Page<Item>>) {
      const pages = await Array.fromAsync(everyPage((cursor) => read({ limit: 2, cursor })));
      expect(pages.slice(0, -1).every((items) => items.length === 2)).toBe(true);
      return pages.flat();
    }

    /** Adds users of Acme, some of them created at the same instant. */
    async function addUsers(names: readonly string[]) {
      const one = { email: null, role: 'developer', state: 'active', password_hash: null } as const;
      for (const [at, name] of names.entries()) {
        const user = { ...one, id: newId('us'), client_id: acme.clientId, name, created_at: NOW + (at >> 1) + 1 };
        await records.db.insertInto('users').values(user).execute();
      }
    }

    it('of users contain each once, oldest first, without removed users and applications', async () => {
      await addUsers(['a', 'b', 'c', 'd', 'gone']);
      await acme.newKey({ application: 'an application' });
      await records.db.updateTable('users').set({ removed_at: NOW }).where('name', '=', 'gone').execute();
      const users = await inPages((page) => listUsers(records.db, acme.clientId, page));
      expect(users.map(({ name }) => name).toSorted()).toEqual(['Acme admin', 'a', 'b', 'c', 'd'].toSorted());
      expect(users.map(({ createdAt }) => createdAt - NOW)).toEqual([0, 1, 1, 2, 2]);
      expect((await inPages((page) => listUsers(records.db, other.clientId, page))).map(({ name }) => name)).toEqual([
        'Other admin',
      ]);
    });

    it("of a statement contain each entry once, with the month's balances on every page", async () => {
      const add = (credits: number, source: string, at: number) =>
        addCredits(
          records,
          { name: 'cli', at, address: null },
          { clientId: acme.clientId, credits, source, note: null },
        );
      await add(7, 'october', Date.UTC(2026, 9, 3));
      for (const [at, source] of ['a', 'b', 'c', 'd', 'e'].entries()) await add(10, source, NOW + (at >> 1));
      await add(1_000, 'december', Date.UTC(2026, 11, 3));
      const read = (page: { limit: number; cursor: string | null }) =>
        readStatement(records.db, acme.clientId, '2026-11', page);
      const entries = await inPages(async (page) => {
        const statement = await read(page);
        expect(statement).toMatchObject({ opening: 7, closing: 57 });
        return statement.entries;
      });
      expect(entries.map(({ source }) => source).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect(entries.map(({ at }) => at - NOW)).toEqual([0, 0, 1, 1, 2]);
      const csv = (await Array.fromAsync(statementCsv(records.db, acme.clientId, '2026-11'))).join('');
      const balances = csv.split('\r\n').map((line) => line.split(',')[5]);
      expect(balances).toEqual(['balance', '7', '17', '27', '37', '47', '57', '57', '', '', '', undefined]);
      await expect(read({ limit: 2, cursor: 'x' })).rejects.toMatchObject({ code: 'bad-value', field: 'cursor' });
    });

    it('of consumers contain each once by name, and search for text, not for a pattern', async () => {
      const names = ['ann', 'bob', 'carl_x', 'carlyx', '100%'];
      for (const [at, name] of names.entries()) {
        const { clientId } = await newClient(records, name, 'free');
        const consumer = { client_id: clientId, marketplace: 'm', external_user: name, created_at: NOW };
        await records.db
          .insertInto('consumers')
          .values({ ...consumer, subscription: at === 1 ? 'PRO' : 'BASIC' })
          .execute();
      }
      const found = async (find?: string) => {
        const filter = { marketplace: 'm', ...(find === undefined ? {} : { find }) };
        return (await inPages((page) => listConsumers(records.db, filter, page))).map(({ user }) => user);
      };
      expect((await found()).toSorted()).toEqual(names.toSorted());
      expect(await found('L_X')).toEqual(['carl_x']);
      expect(await found('%')).toEqual(['100%']);
      expect(await found('pro')).toEqual(['bob']);
      expect(await found('\\')).toEqual([]);
      expect(await inPages((page) => listConsumers(records.db, { marketplace: 'n' }, page))).toEqual([]);
      const csv = (
        await Array.fromAsync(consumersCsv(records.db, { marketplace: 'm', month: '2026-11', asOf: NOW }))
      ).join('');
      expect(csv.trimEnd().split('\r\n')).toHaveLength(names.length + 1);
    });

    it('of deprecated calls contain each caller once', async () => {
      const key = await acme.newKey();
      const none = { included: 0, overage: 0, credits: 0 };
      const row = { day: '2026-11-03', status: '2xx', epoch: 'e', calls: 4, units: 4 } as const;
      for (const client of [acme, other]) {
        await saveCheckpoint(records, {
          client: client.clientId,
          month: '2026-11',
          counter: { epoch: 'e', base: none, admitted: none, returned: none },
          credits: { epoch: 'c', base: 0, taken: 0, returned: 0 },
          limits: null,
          usage: ['bmi', 'tdee', 'bmr'].map((calculator) => ({ ...row, key: key.id, calculator })),
        });
      }
      const callers = await inPages((page) => deprecatedUsage(records.db, ['bmi', 'tdee'], '2026-11', page));
      expect(callers.map(({ client, name }) => `${client} ${name}`).toSorted()).toEqual(
        [acme, other].flatMap(({ clientId }) => [`${clientId} bmi`, `${clientId} tdee`]).toSorted(),
      );
    });
  });
}
