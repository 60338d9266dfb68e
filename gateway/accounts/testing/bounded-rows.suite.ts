import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rejectPayment } from '../../billing/payment-confirm.ts';
import { beginTopUp, MOST_PENDING } from '../../billing/payments.ts';
import { manual } from '../../billing/provider.ts';
import { hashMarketplaceUser } from '../../marketplace/consumer-hash.ts';
import { admitConsumer, registerConsumers } from '../../marketplace/consumers.ts';
import { marketplacesOf } from '../../marketplace/marketplaces-file.ts';
import type { Records } from '../../records/records.ts';
import { createAddressLink, MOST_ADDRESS_LINKS, readAddressLink } from '../links/address-link.ts';
import { createSetupLink, MOST_SETUP_LINKS } from '../links/setup-link.ts';
import { hashPassword } from '../sessions/password.ts';
import { beginSession, listSessions, MOST_SESSIONS } from '../sessions/sessions.ts';
import { ownerOfLink } from '../sessions/set-password.ts';
import { MOST_DEVICES, signIn } from '../sessions/sign-in.ts';
import { actorOf, NOW, newClient, type TestClient } from './two-clients.fixture.ts';

/** No tenant can add an unlimited number of rows, on every database. */
export function boundedRowsSuite(open: () => Promise<Records>): void {
  describe('rows that a tenant adds', () => {
    let records: Records;
    let acme: TestClient;
    let other: TestClient;

    beforeEach(async () => {
      records = await open();
      acme = await newClient(records, 'Acme');
      other = await newClient(records, 'Other');
    });
    afterEach(() => records.close());

    const actor = (at = NOW) => actorOf(acme.userId, at);
    const count = async (table: 'sessions' | 'devices' | 'setup_links' | 'address_links') =>
      (await records.db.selectFrom(table).selectAll().execute()).length;

    it('are limited for sessions: a further sign-in ends the least recently used session', async () => {
      const begin = (user: TestClient, at: number) =>
        records.write((trx) =>
          beginSession(trx, actorOf(user.userId, at), { id: user.userId, client_id: user.clientId }, 'x'),
        );
      await begin(other, NOW);
      const begun: string[] = [];
      for (let at = 0; at < MOST_SESSIONS + 2; at++) begun.push((await begin(acme, NOW + at)).id);
      const open = (await listSessions(records.db, acme.userId, NOW + 100)).map(({ id }) => id);
      expect(open).toEqual(begun.slice(2).toReversed());
      expect(await count('sessions')).toBe(MOST_SESSIONS + 1);
    });

    it('are limited for known browsers: the most recent ones are kept', async () => {
      const password_hash = await hashPassword('kitchen-table-42-violet');
      await records.db
        .updateTable('users')
        .set({ password_hash, email: 'ann@example.com' })
        .where('id', '=', acme.userId)
        .execute();
      const device = (at: number) => ({ hash: `device ${at}`, user_id: acme.userId, seen_at: NOW + at });
      const devices = Array.from({ length: MOST_DEVICES }, (_, at) => device(at));
      await records.db.insertInto('devices').values(devices).execute();
      await records.db
        .insertInto('devices')
        .values({ ...device(0), hash: 'of another', user_id: other.userId })
        .execute();
      const visit = { at: NOW + 100, address: '192.0.2.7', userAgent: '', sessionToken: null, deviceToken: null };
      expect(
        await signIn(records, { email: 'ann@example.com', password: 'kitchen-table-42-violet', ...visit }),
      ).not.toBeNull();
      const left = await records.db.selectFrom('devices').select('hash').orderBy('seen_at').orderBy('hash').execute();
      expect(left).toHaveLength(MOST_DEVICES + 1);
      expect(left.slice(0, 2)).toEqual([{ hash: 'of another' }, { hash: 'device 1' }]);
    });

    it('are limited for links: earlier links end, and used ones are deleted', async () => {
      const make = (at: number) =>
        records.write((trx) => createSetupLink(trx, actor(at), acme, 'set-password')).then(({ token }) => token);
      const tokens: string[] = [];
      for (let at = 0; at < MOST_SETUP_LINKS + 3; at++) tokens.push(await make(NOW + at));
      const works = await Promise.all(tokens.map((token) => ownerOfLink(records.db, token, NOW + 100)));
      expect(works.map((owner) => owner !== null)).toEqual([false, false, false, true, true, true, true, true]);
      await records.db
        .updateTable('setup_links')
        .set({ used_at: NOW + 200 })
        .execute();
      await make(NOW + 300);
      expect(await count('setup_links')).toBe(1);

      const link = { purpose: 'email', userId: acme.userId } as const;
      const mailed: string[] = [];
      for (let at = 0; at < MOST_ADDRESS_LINKS + 1; at++) {
        const made = await records.write((trx) => createAddressLink(trx, NOW + at, { email: 'a@example.com', link }));
        mailed.push(made.token);
      }
      expect(await readAddressLink(records.db, mailed[0] ?? '', NOW + 100)).toBeNull();
      expect(await readAddressLink(records.db, mailed[1] ?? '', NOW + 100)).not.toBeNull();
      expect(await count('address_links')).toBe(MOST_ADDRESS_LINKS);
    });

    it('are limited for pending payments; one that ends makes room', async () => {
      const order = (reference: string, client = acme) =>
        beginTopUp(records, actor(), manual('confirm'), {
          clientId: client.clientId,
          credits: 5,
          reference,
          note: null,
        });
      const first = await order('r 0');
      for (let at = 1; at < MOST_PENDING; at++) await order(`r ${at}`);
      await expect(order('one more')).rejects.toMatchObject({ code: 'too-many-payments' });
      expect(await order('r 1')).toMatchObject({ begun: false });
      expect(await order('r 1', other)).toMatchObject({ begun: true });
      await rejectPayment(records, actor(), first.payment.id);
      expect(await order('one more')).toMatchObject({ begun: true });
    });

    it('are limited for a marketplace’s consumers by its file, and for a consumer’s keys to twenty', async () => {
      const file = [
        {
          name: 'm',
          url: 'https://m.example',
          hosts: ['m.example'],
          mode: 'proxy',
          mostConsumers: 3,
          defaultPlan: 'free',
        },
      ];
      const [market] = marketplacesOf('test', JSON.stringify(file));
      if (market === undefined) throw new Error('the marketplace is missing');
      const register = (...registrations: [user: string, key: string][]) =>
        registerConsumers(
          records,
          actor(),
          market,
          registrations.map(([user, key]) => ({ user, subscription: 'S', key: `key-of-${key}` })),
        );
      await register(['ann', 'ann'], ['bob', 'bob']);
      await expect(register(['carl', 'carl'], ['dana', 'dana'])).rejects.toMatchObject({
        code: 'bad-value',
        field: 'user',
      });
      const admit = (user: string) =>
        admitConsumer(records, NOW, {
          marketplace: market,
          keyHash: hashMarketplaceUser('m', user),
          vouched: { user, subscription: 'S' },
        });
      expect([await admit('eve'), await admit('fay'), await admit('eve'), await admit('ann')]).toEqual([
        ...[true, false, true, true],
      ]);
      await register(...Array.from({ length: 19 }, (_, at): [string, string] => ['bob', `bob-${at}`]));
      await expect(register(['bob', 'one-more'])).rejects.toMatchObject({ code: 'bad-value', field: 'key' });
      for (const user of ['', 'x'.repeat(201), 'a\u001b[2J', 'a\u202eb']) {
        await expect(register([user, 'of-nobody'])).rejects.toMatchObject({ code: 'bad-value', field: 'user' });
      }
    });
  });
}
