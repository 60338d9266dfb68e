import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrations } from '../../records/migrations/migrations.ts';
import type { Records } from '../../records/records.ts';
import { readCheckpoint, saveCheckpoint } from '../../usage/checkpoint.ts';
import { changeKey } from '../keys/key-change.ts';
import { revokeKey } from '../keys/key-end.ts';
import { hashKey } from '../keys/key-format.ts';
import { reportLeak } from '../keys/key-leak.ts';
import { everyKey, type KeyFilter, listKeys } from '../keys/key-list.ts';
import { rotateKey } from '../keys/key-rotate.ts';
import type { IssuedKey } from '../keys/keys.ts';
import { readPrincipal } from '../keys/read-principal.ts';
import { syncPlans } from '../plans/plans-file.ts';
import { acceptInvitation } from '../users/user-accept.ts';
import { removeUser } from '../users/user-change.ts';
import { createUser, invitationLink, inviteUser } from '../users/user-create.ts';
import { actorOf, DAY, NOW, newClient, newMails, type TestClient } from './two-clients.fixture.ts';

/** Key families and the limits on keys and users, on every database. */
export function keyFamilySuite(open: () => Promise<Records>): void {
  describe('families of keys', () => {
    let records: Records;
    let acme: TestClient;

    beforeEach(async () => {
      records = await open();
      acme = await newClient(records, 'Acme');
    });
    afterEach(() => records.close());

    const actor = (at = NOW) => actorOf(acme.userId, at);
    const rotate = async ({ id }: { readonly id: string }, overlap = 0, at = NOW) =>
      (await rotateKey(records, actor(at), { keyId: id, overlap })).successor;
    const principalOf = async ({ text }: IssuedKey) => (await readPrincipal(records.db, hashKey(text))).principal;
    const opens = async (...keys: readonly IssuedKey[]) =>
      Promise.all(keys.map(async (key) => (await principalOf(key)) !== null));
    const revocations = () =>
      records.db.selectFrom('audit').select('record_id').where('action', '=', 'key.revoke').execute();
    const changesOf = async (kind: 'key') =>
      (await records.db.selectFrom('changes').select(['kind', 'id']).where('kind', '=', kind).execute()).map(
        ({ id }) => id,
      );
    /** A chain of four keys: the first three ended without an overlap. */
    const chain = async () => {
      const first = await acme.newKey({ cap: 5 });
      const second = await rotate(first);
      const third = await rotate(second);
      return [first, second, third, await rotate(third, DAY)] as const;
    };

    it('have the id of their first key, and include every successor', async () => {
      const keys = await chain();
      const families = await Promise.all(keys.map(async (key) => (await principalOf(key))?.family));
      expect(new Set(families)).toEqual(new Set([keys[0].id]));
      expect((await principalOf(await acme.newKey()))?.family).not.toBe(keys[0].id);
    });

    it('count the monthly usage of all their keys together', async () => {
      const [first, , , last] = await chain();
      const none = { included: 0, overage: 0, credits: 0 };
      const usage = [first, last].map(({ id }) => {
        return { day: '2026-11-21', key: id, calculator: 'tdee', status: '2xx', calls: 2, units: 2 } as const;
      });
      await saveCheckpoint(records, {
        client: acme.clientId,
        month: '2026-11',
        counter: { epoch: 'e1', base: none, admitted: { ...none, included: 4 }, returned: none },
        credits: { epoch: 'e2', base: 0, taken: 0, returned: 0 },
        limits: null,
        usage,
      });
      const { families } = await readCheckpoint(records.db, acme.clientId, '2026-11');
      expect(families).toEqual([{ family: first.id, units: 4 }]);
    });

    it('share one cap: a change applies to every living key and to no ended key', async () => {
      const [, , third, last] = await chain();
      await changeKey(records, actor(), last.id, { cap: 2, name: 'small' });
      const pages = await Array.fromAsync(everyKey(records.db, { clientId: acme.clientId }, NOW));
      const shown = pages.flat().map(({ name, cap, state }) => `${name} ${cap} ${state}`);
      expect(shown.toSorted()).toEqual([
        'Acme key 2 rotated',
        'Acme key 5 expired',
        'Acme key 5 expired',
        'small 2 active',
      ]);
      expect((await changesOf('key')).slice(-2).toSorted()).toEqual([third.id, last.id].toSorted());
    });

    it('lose the revoked key and its living successors, but not the earlier keys', async () => {
      const [, , third, last] = await chain();
      await revokeKey(records, actor(), last.id);
      expect(await opens(third, last)).toEqual([true, false]);

      const [first, , fourth, fifth] = await chain();
      const before = await revocations();
      // Without an overlap the key has expired; revoking it is meant for its successors.
      await revokeKey(records, actor(), first.id);
      expect(await opens(first, fourth, fifth)).toEqual([false, false, false]);
      const revoked = (await revocations()).slice(before.length).map(({ record_id }) => record_id);
      expect(revoked.toSorted()).toEqual([first.id, fourth.id, fifth.id].toSorted());
      expect((await changesOf('key')).slice(-3).toSorted()).toEqual(revoked.toSorted());
    });

    it('lose only the revoked key if the revocation keeps successors', async () => {
      const [, , third, last] = await chain();
      await revokeKey(records, actor(), third.id, null, 'keep');
      expect(await opens(third, last)).toEqual([false, true]);
      await revokeKey(records, actor(), third.id);
      expect(await opens(last)).toEqual([false]);
    });

    it.each(['replaced', 'revoked'])(
      'end with a leak report of a key that is %s, and the admins hear of it',
      async (how) => {
        await records.db.updateTable('users').set({ email: 'ann@example.com' }).execute();
        const [first, , third, last] = await chain();
        if (how === 'revoked') await revokeKey(records, actor(), first.id, null, 'keep');
        const mails = newMails();
        const report = () => reportLeak(records, actor(), mails.enqueueMail, { text: first.text, foundAt: null });
        expect(await report()).toBe('revoked');
        expect(await opens(third, last)).toEqual([false, false]);
        expect(mails.sent).toMatchObject([{ kind: 'key-leaked', to: 'ann@example.com' }]);
        expect(await report()).toBe('ended');
        expect(mails.sent).toHaveLength(1);
      },
    );

    it('have at most two living keys: a third is refused unless the rotation has no overlap', async () => {
      const [, , third, last] = await chain();
      await expect(rotate(last, DAY)).rejects.toMatchObject({ code: 'two-keys-live' });
      const next = await rotate(last);
      expect(await opens(third, next)).toEqual([true, true]);
      await expect(rotate(next, DAY)).rejects.toMatchObject({ code: 'two-keys-live' });
      // The old key ends with its overlap.
      expect(await rotate(next, DAY, NOW + DAY)).toMatchObject({ id: expect.any(String) });
    });

    describe('rotations made with the key itself', () => {
      const mails = newMails();
      const byKey = (keyId: string, at = NOW) =>
        rotateKey(records, actor(at), { keyId, overlap: 0, byKey: { enqueueMail: mails.enqueueMail } });

      it('are refused for a key that may not rotate itself', async () => {
        const { id } = await acme.newKey();
        await expect(byKey(id)).rejects.toMatchObject({ code: 'rotation-by-key-off' });
        await changeKey(records, actor(), id, { rotatesItself: true });
        const { successor } = await byKey(id);
        await changeKey(records, actor(), successor.id, { rotatesItself: false });
        await expect(byKey(successor.id)).rejects.toMatchObject({ code: 'rotation-by-key-off' });
      });

      it('are mailed to every admin, and limited to ten a day', async () => {
        await records.db.updateTable('users').set({ email: 'ann@example.com' }).execute();
        mails.sent.length = 0;
        let { id } = await acme.newKey({ rotatesItself: true, name: 'CI' });
        const address = '192.0.2.7';
        const key = { name: 'CI', start: expect.stringMatching(/^vg_live_/), hint: expect.any(String) };
        for (let made = 1; made < 10; made += 1) ({ id } = (await byKey(id)).successor);
        const told = { kind: 'key-rotated', to: 'ann@example.com', language: 'en', client: 'Acme', key, address };
        expect(mails.sent).toEqual(Array.from({ length: 9 }, () => told));
        await expect(byKey(id)).rejects.toMatchObject({ code: 'too-many-new-keys', values: { limit: 10 } });
        expect(mails.sent).toHaveLength(9);
        expect(await byKey(id, NOW + DAY)).toMatchObject({ successor: { id: expect.any(String) } });
      });
    });

    describe('are limited by the plan', () => {
      const limits = async (mostKeys: number | null, mostUsers: number | null) => {
        const anything = { quota: null, burst: null, ceiling: null, calculators: null, price: null, outagePercent: 1 };
        const plan = { name: 'starter', mode: 'soft', offered: true, ...anything, mostKeys, mostUsers } as const;
        await syncPlans(records, actor(), [plan]);
      };
      const dora = { name: 'Dora', role: 'developer', language: 'en' } as const;

      it('in their living keys, counting a key and its predecessor once', async () => {
        await limits(3, null);
        const { id: first } = await acme.newKey();
        for (let made = 1; made < 3; made += 1) await acme.newKey();
        const refused = { code: 'too-many-keys', values: { limit: 3 } };
        await expect(acme.newKey()).rejects.toMatchObject(refused);
        await rotate({ id: first }, DAY);
        await expect(acme.newKey()).rejects.toMatchObject(refused);
        await revokeKey(records, actor(), first);
        await acme.newKey();
        await expect(acme.newKey()).rejects.toMatchObject(refused);
      });

      it('to ten times as many new keys in 24 hours, including rotations', async () => {
        await limits(1, null);
        let key = await acme.newKey();
        for (let made = 1; made < 10; made += 1) key = await rotate(key);
        const refused = { code: 'too-many-new-keys', values: { limit: 10 } };
        await expect(rotate(key)).rejects.toMatchObject(refused);
        await revokeKey(records, actor(), key.id);
        await expect(acme.newKey()).rejects.toMatchObject(refused);
      });

      it('to 50 new keys per family in 24 hours, so that one user cannot exhaust the client’s allowance', async () => {
        const key = await rotate(await acme.newKey());
        const { db } = records;
        const row = await db.selectFrom('keys').selectAll().where('id', '=', key.id).executeTakeFirstOrThrow();
        const before = Array.from({ length: 48 }, (_, at) => ({
          ...row,
          id: `key_${at}`,
          hash: `${at}`,
          expires_at: NOW,
        }));
        await db.insertInto('keys').values(before).execute();
        await expect(rotate(key)).rejects.toMatchObject({ code: 'too-many-new-keys', values: { limit: 50 } });
        await acme.newKey();
        expect(await rotate(key, 0, NOW + DAY)).toMatchObject({ id: expect.any(String) });
      });

      it('and so are users and applications, not counting removed ones', async () => {
        await limits(null, 3);
        const { clientId } = acme;
        const { userId } = await createUser(records, actor(), newMails().enqueueMail, {
          clientId,
          ...dora,
          email: null,
        });
        await acme.newKey({ application: 'Back end' });
        const refused = { code: 'too-many-users', values: { limit: 3 } };
        await expect(acme.newKey({ application: 'Front end' })).rejects.toMatchObject(refused);
        await acme.newKey({ application: 'Back end' });
        const invitation = { clientId, ...dora, email: 'dora@example.com' };
        await expect(inviteUser(records, actor(), newMails().enqueueMail, invitation)).rejects.toMatchObject(refused);
        const another = createUser(records, actor(), newMails().enqueueMail, { clientId, ...dora, email: null });
        await expect(another).rejects.toMatchObject(refused);
        await removeUser(records, actor(), { clientId, userId });
        await inviteUser(records, actor(), newMails().enqueueMail, invitation);
      });

      it('and an invitation is accepted without a key if the limit is reached', async () => {
        const { clientId } = acme;
        await limits(1, null);
        await acme.newKey();
        const invitation = { clientId, ...dora, email: 'dora@example.com' };
        const { userId } = await inviteUser(records, actor(), newMails().enqueueMail, invitation);
        const link = await records.write((trx) => invitationLink(trx, actor(), userId));
        const acceptance = { token: link?.token ?? '', password: 'correct horse battery', at: NOW, address: null };
        expect(await acceptInvitation(records, acceptance)).toMatchObject({ outcome: 'accepted', key: null });
      });
    });

    it('are listed in pages, newest first, each key once', async () => {
      const made: string[] = [];
      for (let at = 0; at < 7; at += 1) made.push((await acme.newKey({ name: `k${at}` })).id);
      await (await newClient(records, 'Other')).newKey();
      const scope = { clientId: acme.clientId };
      const seen: string[] = [];
      const sizes: number[] = [];
      for (let cursor: string | null = null; ; ) {
        const page: Awaited<ReturnType<typeof listKeys>> = await listKeys(records.db, scope, NOW, { limit: 3, cursor });
        sizes.push(page.items.length);
        seen.push(...page.items.map(({ id }) => id));
        if (page.next === null) break;
        cursor = page.next;
      }
      expect(sizes).toEqual([3, 3, 1]);
      expect(seen).toHaveLength(7);
      expect(new Set(seen)).toEqual(new Set(made));
      const wrong = listKeys(records.db, scope, NOW, { limit: 3, cursor: 'wrong' });
      await expect(wrong).rejects.toMatchObject({ code: 'bad-value', field: 'cursor' });
    });

    it('are listed by state and owner', async () => {
      const [first, , third, last] = await chain();
      const app = await acme.newKey({ application: 'Back end' });
      const scope = { clientId: acme.clientId };
      const ids = async (filter: KeyFilter, at = NOW) => {
        const { items } = await listKeys(records.db, scope, at, { limit: 9, cursor: null, ...filter });
        return items.map(({ id }) => id).toSorted();
      };
      expect(await ids({ state: 'working' })).toEqual([third.id, last.id, app.id].toSorted());
      expect(await ids({ state: 'working' }, NOW + DAY)).toEqual([last.id, app.id].toSorted());
      await revokeKey(records, actor(), last.id);
      const ended = await ids({ state: 'ended' });
      expect(ended).toHaveLength(3);
      expect(ended).toEqual(expect.arrayContaining([first.id, last.id]));
      const [application] = (await listKeys(records.db, scope, NOW, { limit: 9, cursor: null })).items.filter(
        ({ id }) => id === app.id,
      );
      expect(await ids({ user: application?.userId ?? '' })).toEqual([app.id]);
      expect(await ids({ user: acme.userId, state: 'working' })).toEqual([third.id]);
    });

    it('of a store that predates them have the id of their last key, under which burst and cap were counted', async () => {
      const [first, second, third, last] = await chain();
      const alone = await acme.newKey();
      const { schema } = records.db;
      for (const index of ['keys_family', 'keys_client']) await schema.dropIndex(index).execute();
      await schema.createIndex('keys_client').on('keys').column('client_id').execute();
      for (const column of ['family', 'rotates_itself']) await schema.alterTable('keys').dropColumn(column).execute();
      for (const column of ['most_keys', 'most_users']) await schema.alterTable('plans').dropColumn(column).execute();
      await migrations(records.dialect)['0012-key-families']?.up(records.db);

      const families = async (...keys: readonly IssuedKey[]) =>
        Promise.all(keys.map(async (key) => (await principalOf(key))?.family));
      expect(await families(first, second, third, last, alone)).toEqual([last.id, last.id, last.id, last.id, alone.id]);
      const next = await rotate(last, 0);
      expect(await families(next)).toEqual([last.id]);
      await revokeKey(records, actor(), first.id);
      expect(await opens(third, next, alone)).toEqual([false, false, true]);
      const off = await records.db.selectFrom('keys').select('rotates_itself').distinct().execute();
      expect(off).toEqual([{ rotates_itself: 0 }]);
      const plans = await records.db.selectFrom('plans').select(['name', 'most_keys', 'most_users']).execute();
      for (const { name, ...most } of plans) {
        expect(most, name).toEqual(
          name === 'local' ? { most_keys: null, most_users: null } : { most_keys: 100, most_users: 100 },
        );
      }
    });

    it('are separate for each key that a gateway of an earlier release creates in the meantime', async () => {
      const key = await acme.newKey();
      await records.db.updateTable('keys').set({ family: '' }).execute();
      expect((await principalOf(key))?.family).toBe(key.id);
      const successor = await rotate(key, DAY);
      expect((await principalOf(successor))?.family).toBe(key.id);
      await expect(rotate(successor, DAY)).rejects.toMatchObject({ code: 'two-keys-live' });
    });
  });
}
