import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Records } from '../../records/records.ts';
import { hashKey, parseKey } from '../keys/key-format.ts';
import { everyKey } from '../keys/key-list.ts';
import { readPrincipal } from '../keys/read-principal.ts';
import { hashPassword, verifyPassword } from '../sessions/password.ts';
import { beginSession, useSession } from '../sessions/sessions.ts';
import { setPasswordByLink } from '../sessions/set-password.ts';
import { acceptInvitation } from '../users/user-accept.ts';
import { changeUser, disableUser, enableUser, removeUser } from '../users/user-change.ts';
import { createUser, invitationLink, inviteAgain, inviteUser } from '../users/user-create.ts';
import { listUsers } from '../users/user-list.ts';
import { actorOf, DAY, NOW, newClient, newMails, type TestClient, type TestMails } from './two-clients.fixture.ts';

const ALL = { limit: 100, cursor: null };
const PASSWORD = 'correct horse battery staple';

/** The guarantees of users and roles on every database. */
export function usersSuite(open: () => Promise<Records>): void {
  describe('users', () => {
    let records: Records;
    let acme: TestClient;
    let mails: TestMails;

    beforeEach(async () => {
      records = await open();
      acme = await newClient(records, 'Acme');
      mails = newMails();
    });
    afterEach(() => records.close());

    const actor = (at = NOW) => actorOf(acme.userId, at);
    const input = { name: 'Dora', role: 'developer', email: 'dora@example.com', language: 'de' } as const;
    const create = (other: Partial<Parameters<typeof createUser>[3]> = {}, client = acme) =>
      createUser(records, actorOf(client.userId), mails.enqueueMail, { clientId: client.clientId, ...input, ...other });
    const invite = (other: { role?: 'finance' | 'admin'; email?: string } = {}, client = acme) =>
      inviteUser(records, actorOf(client.userId), mails.enqueueMail, { clientId: client.clientId, ...input, ...other });
    /** The link of a mailed invitation, created when the mail is sent. */
    const tokenOf = async (userId: string) =>
      (await records.write((trx) => invitationLink(trx, actor(), userId)))?.token ?? 'none';
    const accept = (token: string, at = NOW) =>
      acceptInvitation(records, { token, password: PASSWORD, at, address: '192.0.2.9' });
    const principalOf = async (text: string) => (await readPrincipal(records.db, hashKey(text))).principal;
    const keysOf = async (userId: string) =>
      (await Array.fromAsync(everyKey(records.db, { clientId: acme.clientId, userId }, NOW))).flat();
    const user = (userId: string, client = acme) => ({ clientId: client.clientId, userId });
    const stateOf = async (userId: string) =>
      (await listUsers(records.db, acme.clientId, ALL)).items.find(({ id }) => id === userId);

    it('that are created can call at once, with the key shown at their creation', async () => {
      const { userId, key } = await create({ email: null });
      expect(parseKey(key.text)).toEqual({ environment: 'live' });
      expect(await principalOf(key.text)).toMatchObject({ userId, clientId: acme.clientId, role: 'developer' });
      expect(mails.sent).toEqual([]);
      expect(await stateOf(userId)).toMatchObject({ state: 'active', email: null });
    });

    it('that are created with an address get a sign-in link by mail, and keep their only key', async () => {
      const { userId, key } = await create();
      expect(mails.sent).toMatchObject([
        { kind: 'invitation', to: 'dora@example.com', language: 'de', client: 'Acme' },
      ]);
      const accepted = await accept(await tokenOf(userId));
      expect(accepted).toMatchObject({ outcome: 'accepted', userId, key: null });
      expect(await keysOf(userId)).toMatchObject([{ id: key.id }]);
    });

    it('that are invited have no key and no confirmed address before they accept', async () => {
      const { userId } = await invite();
      expect(await stateOf(userId)).toMatchObject({
        state: 'invited',
        email: 'dora@example.com',
        emailConfirmed: false,
      });
      expect(await keysOf(userId)).toEqual([]);
      expect(mails.sent).toMatchObject([{ kind: 'invitation', to: 'dora@example.com', userId }]);

      const accepted = await accept(await tokenOf(userId));
      expect(accepted).toMatchObject({ outcome: 'accepted', userId, clientId: acme.clientId });
      expect(await stateOf(userId)).toMatchObject({ state: 'active', emailConfirmed: true });
      const text = accepted.outcome === 'accepted' ? (accepted.key?.text ?? '') : '';
      expect(await principalOf(text)).toMatchObject({ userId, role: 'developer' });
      const row = await records.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
      expect(await verifyPassword(PASSWORD, row.password_hash ?? '')).toBe(true);
    });

    it('can use an invitation once, before it expires, and only the latest one', async () => {
      const { userId } = await invite();
      const token = await tokenOf(userId);
      expect(await accept(token, NOW + 7 * DAY)).toEqual({ outcome: 'not-valid' });
      expect(await setPasswordByLink(records, token, PASSWORD, NOW, '192.0.2.9')).toBe(false);
      const again = () => inviteAgain(records, actor(), mails.enqueueMail, { ...user(userId), language: 'en' });
      await again();
      expect(mails.sent).toHaveLength(2);
      expect(await accept(token)).toEqual({ outcome: 'not-valid' });
      const late = await tokenOf(userId);
      const second = await tokenOf(userId);
      expect(await accept(late)).toEqual({ outcome: 'not-valid' });
      const both = await Promise.all([accept(second), accept(second)]);
      expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['accepted', 'not-valid']);
      await expect(again()).rejects.toMatchObject({ code: 'user-not-invited' });
      expect(await tokenOf(userId)).toBe('none');
    });

    it('of another client are not revealed by an invitation: only the holder of its link learns that the address is taken', async () => {
      const other = await newClient(records, 'Other');
      await accept(await tokenOf((await invite({}, other)).userId));
      const { userId } = await invite();
      await expect(accept(await tokenOf(userId))).rejects.toMatchObject({ code: 'email-taken' });
      await expect(invite()).rejects.toMatchObject({ code: 'email-taken' });
    });

    it('have one normalized spelling of their address, and no invalid address', async () => {
      await create({ email: ' Dora@Example.COM ' });
      await expect(create()).rejects.toMatchObject({ code: 'email-taken' });
      for (const email of ['dora', 'dora@', '@example.com', 'a b@example.com', 'a@b@example.com', 'a\n@example.com']) {
        await expect(create({ email })).rejects.toMatchObject({ code: 'bad-value' });
      }
    });

    it('have keys with the permissions of their role from the moment it changes', async () => {
      const { userId, key } = await create({ email: null });
      const before = await readPrincipal(records.db, hashKey(key.text));
      await changeUser(records, actor(), user(userId), { role: 'finance' });
      const after = await readPrincipal(records.db, hashKey(key.text));
      expect(after.principal?.role).toBe('finance');
      expect(after.asOf).toBeGreaterThan(before.asOf);
      const news = await records.db.selectFrom('changes').selectAll().orderBy('seq', 'desc').executeTakeFirst();
      expect(news).toMatchObject({ kind: 'key', id: key.id });
    });

    it('that are disabled are locked out until they are enabled, and every process learns of it', async () => {
      const { userId, key } = await create({ email: null });
      const before = await readPrincipal(records.db, hashKey(key.text));
      await disableUser(records, actor(), user(userId));
      const disabled = await readPrincipal(records.db, hashKey(key.text));
      expect([disabled.principal, disabled.asOf > before.asOf]).toEqual([null, true]);
      await enableUser(records, actor(), user(userId));
      expect(await principalOf(key.text)).toMatchObject({ userId });
      const invited = await invite();
      const disabling = disableUser(records, actor(), user(invited.userId));
      await expect(disabling).rejects.toMatchObject({ code: 'user-not-active' });
    });

    it('that are removed have no key, no link and no personal data in their record', async () => {
      const { userId, key } = await create();
      const token = await tokenOf(userId);
      await removeUser(records, actor(), user(userId));
      expect(await principalOf(key.text)).toBeNull();
      expect(await accept(token)).toEqual({ outcome: 'not-valid' });
      expect(await tokenOf(userId)).toBe('none');
      expect(await stateOf(userId)).toBeUndefined();
      const row = await records.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
      expect(JSON.stringify(row)).not.toMatch(/dora/i);
      // The first key had the user's name.
      const first = records.db.selectFrom('keys').select('name').where('id', '=', key.id);
      expect(await first.executeTakeFirst()).toEqual({ name: 'First key' });
      const nothing = removeUser(records, actor(), user(userId));
      await expect(nothing).rejects.toMatchObject({ code: 'unknown-user' });
      // The address is free for an invitation again.
      await invite();
    });

    it('always leave one active admin, even if two remove each other at once', async () => {
      const last = { code: 'last-admin' };
      const first = user(acme.userId);
      await expect(changeUser(records, actor(), first, { role: 'developer' })).rejects.toMatchObject(last);
      await expect(disableUser(records, actor(), first)).rejects.toMatchObject(last);
      await expect(removeUser(records, actor(), first)).rejects.toMatchObject(last);
      await invite({ role: 'admin' });
      await expect(removeUser(records, actor(), first)).rejects.toMatchObject(last);

      const second = await create({ role: 'admin', email: null });
      const duel = await Promise.allSettled([
        removeUser(records, actor(), first),
        removeUser(records, actorOf(second.userId), user(second.userId)),
      ]);
      expect(duel.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    });

    it('always leave one admin who can sign in: an admin without an address or a password does not count', async () => {
      const last = { code: 'last-admin' };
      const password_hash = await hashPassword(PASSWORD);
      const give = (userId: string, columns: { email: string; password_hash?: string }) =>
        records.db.updateTable('users').set(columns).where('id', '=', userId).execute();
      const demote = (userId: string, by = records) =>
        changeUser(by, actorOf(userId), user(userId), { role: 'developer' });
      const second = (await create({ role: 'admin', email: null })).userId;
      await give(acme.userId, { email: 'ann@example.com', password_hash });
      await expect(demote(acme.userId)).rejects.toMatchObject(last);
      await give(second, { email: 'bob@example.com' });
      await expect(demote(acme.userId)).rejects.toMatchObject(last);
      await expect(disableUser(records, actor(), user(acme.userId))).rejects.toMatchObject(last);
      await expect(removeUser(records, actor(), user(acme.userId))).rejects.toMatchObject(last);
      await give(second, { email: 'bob@example.com', password_hash });
      // In another process, whose changes wait for ours only in the database.
      const besides = await open();
      const duel = await Promise.allSettled([demote(acme.userId), demote(second, besides)]);
      expect(duel.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      await besides.close();
    });

    it('that are disabled or removed are signed out everywhere', async () => {
      const { userId } = await create();
      const signIn = () =>
        records.write((trx) => beginSession(trx, actor(), { id: userId, client_id: acme.clientId }, ''));
      const first = await signIn();
      expect(await useSession(records, first.token, NOW)).toMatchObject({ userId });
      await disableUser(records, actor(), user(userId));
      await enableUser(records, actor(), user(userId));
      expect(await useSession(records, first.token, NOW)).toBeNull();
      const second = await signIn();
      await removeUser(records, actor(), user(userId));
      expect(await useSession(records, second.token, NOW)).toBeNull();
      expect(await records.db.selectFrom('sessions').select('id').execute()).toEqual([]);
    });

    it('are renamed', async () => {
      const { userId } = await create();
      await changeUser(records, actor(), user(userId), { name: ' Dora B. ' });
      expect(await stateOf(userId)).toMatchObject({ name: 'Dora B.' });
    });

    it('are unknown to other clients', async () => {
      const other = await newClient(records, 'Other');
      const { userId } = await create();
      const stranger = user(userId, other);
      const unknown = { code: 'unknown-user' };
      const by = actorOf(other.userId);
      const changing = changeUser(records, by, stranger, { role: 'finance', name: 'x' });
      await expect(changing).rejects.toMatchObject(unknown);
      await expect(disableUser(records, by, stranger)).rejects.toMatchObject(unknown);
      await expect(enableUser(records, by, stranger)).rejects.toMatchObject(unknown);
      await expect(removeUser(records, by, stranger)).rejects.toMatchObject(unknown);
      const again = inviteAgain(records, by, mails.enqueueMail, { ...stranger, language: 'en' });
      await expect(again).rejects.toMatchObject(unknown);
      expect((await listUsers(records.db, other.clientId, ALL)).items.map(({ id }) => id)).toEqual([other.userId]);
      expect(await stateOf(userId)).toMatchObject({ name: 'Dora', role: 'developer', state: 'active' });
    });
  });
}
