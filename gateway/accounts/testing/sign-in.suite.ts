import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Records } from '../../records/records.ts';
import { hashKey } from '../keys/key-format.ts';
import { readPrincipal } from '../keys/read-principal.ts';
import { createAddressLink } from '../links/address-link.ts';
import { signUp } from '../onboarding/sign-up.ts';
import { hashPassword } from '../sessions/password.ts';
import { requirePassword } from '../sessions/password-proof.ts';
import { listSessions, SESSION_IDLE_MS, SESSION_LIFE_MS, signOutEverywhere, useSession } from '../sessions/sessions.ts';
import { changePassword, DEVICE_LIFE_MS, knownDevice, signIn } from '../sessions/sign-in.ts';
import { confirmEmail } from '../users/email-change.ts';
import { disableUser, removeUser } from '../users/user-change.ts';
import { actorOf, DAY, NOW, newClient, newMails, type TestClient, type TestMails } from './two-clients.fixture.ts';

const PASSWORD = 'seventeen geese over Oslo';
const EMAIL = 'ann@example.com';
const hashed = hashPassword(PASSWORD);

/** The guarantees of sessions, sign-ups and address links on every database. */
export function signInSuite(open: () => Promise<Records>): void {
  describe('signing in', () => {
    let records: Records;
    let acme: TestClient;
    let mails: TestMails;

    beforeEach(async () => {
      records = await open();
      mails = newMails();
      acme = await newClient(records, 'Acme');
      await records.db
        .updateTable('users')
        .set({ email: EMAIL, password_hash: await hashed })
        .where('id', '=', acme.userId)
        .execute();
    });
    afterEach(() => records.close());

    const visit = { address: '192.0.2.7', userAgent: 'test', sessionToken: null, deviceToken: null };
    const enter = async (at = NOW, more: object = {}) => {
      const entered = await signIn(records, { email: EMAIL, password: PASSWORD, at, ...visit, ...more });
      return entered ?? expect.unreachable('not signed in');
    };
    const opens = (token: string, at = NOW) => useSession(records, token, at);
    const actor = (at = NOW) => actorOf(acme.userId, at);
    const audited = async () =>
      (await records.db.selectFrom('audit').select('action').orderBy('id').execute()).map(({ action }) => action);

    it('begins a session of the user; a wrong password or an unknown address begins none', async () => {
      const { session, user } = await enter();
      expect(user).toEqual({ id: acme.userId, clientId: acme.clientId, role: 'admin' });
      expect(await opens(session.token)).toMatchObject({ userId: acme.userId, role: 'admin', sessionId: session.id });
      const wrong = { password: 'not the password', at: NOW, ...visit };
      expect(await signIn(records, { email: EMAIL, ...wrong })).toBeNull();
      expect(await signIn(records, { email: 'nobody@example.com', ...wrong })).toBeNull();
      expect(await audited()).toContain('session.begin');
    });

    it('begins no session if the password is changed while it is being verified', async () => {
      const stored = { password_hash: `${await hashed}x` };
      const changedMeanwhile: Records = {
        ...records,
        // The sign-in has read and verified the old password, and begins to write.
        async write(work) {
          await records.db.updateTable('users').set(stored).where('id', '=', acme.userId).execute();
          return records.write(work);
        },
      };
      expect(await signIn(changedMeanwhile, { email: EMAIL, password: PASSWORD, at: NOW, ...visit })).toBeNull();
      expect(await audited()).not.toContain('session.begin');
    });

    it('a session ends when idle or too old, and ended sessions are deleted at the next sign-in', async () => {
      const { session } = await enter();
      expect(await opens(session.token, NOW + SESSION_IDLE_MS - 1)).not.toBeNull();
      // That was a use, so the idle time starts again.
      expect(await opens(session.token, NOW + 2 * SESSION_IDLE_MS - 2)).not.toBeNull();
      expect(await opens(session.token, NOW + 4 * SESSION_IDLE_MS)).toBeNull();
      await enter(NOW + SESSION_LIFE_MS);
      expect(await records.db.selectFrom('sessions').select('id').execute()).toHaveLength(1);
    });

    it('a session has the current role of its user; a disabled or removed user has no session', async () => {
      const other = await newClient(records, 'Other');
      const { session } = await enter();
      await records.db
        .updateTable('users')
        .set({ client_id: acme.clientId, role: 'admin' })
        .where('id', '=', other.userId)
        .execute();
      await records.db.updateTable('users').set({ role: 'finance' }).where('id', '=', acme.userId).execute();
      expect(await opens(session.token)).toMatchObject({ role: 'finance' });
      await disableUser(records, actorOf(other.userId), { clientId: acme.clientId, userId: acme.userId });
      expect(await opens(session.token)).toBeNull();
      expect(await signIn(records, { email: EMAIL, password: PASSWORD, at: NOW, ...visit })).toBeNull();
      await removeUser(records, actorOf(other.userId), { clientId: acme.clientId, userId: acme.userId });
      expect(await records.db.selectFrom('sessions').select('id').execute()).toEqual([]);
      expect(await records.db.selectFrom('devices').select('hash').execute()).toEqual([]);
    });

    it('a browser is known by its token to the account that it signed in to, for half a year', async () => {
      const { deviceToken } = await enter();
      expect(await knownDevice(records, EMAIL, deviceToken, NOW)).not.toBeNull();
      expect(await knownDevice(records, EMAIL, deviceToken, NOW + DEVICE_LIFE_MS)).toBeNull();
      expect(await knownDevice(records, 'nobody@example.com', deviceToken, NOW)).toBeNull();
      expect(await knownDevice(records, EMAIL, null, NOW)).toBeNull();
      expect((await enter(NOW + DAY, { deviceToken })).deviceToken).toBe(deviceToken);
    });

    it('a password change ends all other sessions, and the current session gets a new token', async () => {
      const [here, there] = [await enter(), await enter()];
      const { clientId, userId } = acme;
      const wrong = { code: 'wrong-password' };
      await expect(requirePassword(records, userId, 'wrong')).rejects.toMatchObject(wrong);
      const proof = await requirePassword(records, userId, PASSWORD);
      const change = { clientId, proof, password: 'eleven owls above Bergen', userAgent: 'test' };
      const begun = await changePassword(records, actor(), change);
      await expect(changePassword(records, actor(), change)).rejects.toMatchObject(wrong);
      expect([await opens(here.session.token), await opens(there.session.token)]).toEqual([null, null]);
      expect(await opens(begun.token)).not.toBeNull();
      expect(await audited()).toContain('password.change');
    });

    it('signing out everywhere ends every session', async () => {
      await enter();
      await enter();
      expect(await listSessions(records.db, acme.userId, NOW)).toHaveLength(2);
      await signOutEverywhere(records, actor(), acme);
      expect(await listSessions(records.db, acme.userId, NOW)).toEqual([]);
    });

    describe('a link to an address', () => {
      const link = (email: string, purpose: Parameters<typeof createAddressLink>[2]['link'], at = NOW) =>
        records.write((trx) => createAddressLink(trx, at, { email, link: purpose }));
      const wanted = { purpose: 'sign-up', name: 'Dora', account: 'Studio' } as const;
      const newEmail = () => ({ purpose: 'email', userId: acme.userId }) as const;
      const use = (token: string, at = NOW) => signUp(records, { token, password: PASSWORD, at, address: '192.0.2.7' });
      const confirm = (token: string, at = NOW) =>
        confirmEmail(records, mails.enqueueMail, { token, at, address: '192.0.2.7', language: 'en' });

      it('opens an account once: a client on the plan free, its admin, and a key that works', async () => {
        const { token } = await link('dora@example.com', wanted);
        const both = await Promise.all([use(token), use(token)]);
        const [made, ...more] = both.filter((one) => one !== null);
        expect(more).toEqual([]);
        const { principal } = await readPrincipal(records.db, hashKey(made?.key.text ?? ''));
        expect(principal).toMatchObject({ clientId: made?.clientId, role: 'admin', plan: 'free' });
        expect(await enter(NOW, { email: 'dora@example.com' })).toMatchObject({ user: { id: made?.userId } });
      });

      it('is refused after a day, for an address that already has an account, and for another purpose', async () => {
        const old = await link('dora@example.com', wanted);
        expect(await use(old.token, NOW + DAY)).toBeNull();
        expect(await use((await link(EMAIL, wanted)).token)).toBeNull();
        expect(await use((await link('dora@example.com', newEmail())).token)).toBeNull();
        expect(await confirm((await link('dora@example.com', wanted)).token)).toBeNull();
      });

      it('changes a user’s address, mails the old address, and ends the other links to the new one', async () => {
        const [first, second] = [await link('new@example.com', newEmail()), await link('new@example.com', newEmail())];
        expect(await confirm(second.token)).toEqual({ before: EMAIL, after: 'new@example.com' });
        expect(await confirm(first.token)).toBeNull();
        expect(await signIn(records, { email: EMAIL, password: PASSWORD, at: NOW, ...visit })).toBeNull();
        expect(await enter(NOW, { email: 'new@example.com' })).toMatchObject({ user: { id: acme.userId } });
        // The address is free again, but its old link stays invalid.
        await confirm((await link('newer@example.com', newEmail())).token);
        expect([await confirm(first.token), await confirm(second.token)]).toEqual([null, null]);
      });

      it('never takes an address from a user who has it', async () => {
        const { token } = await link('taken@example.com', newEmail());
        const other = await newClient(records, 'Other');
        await records.db
          .updateTable('users')
          .set({ email: 'taken@example.com' })
          .where('id', '=', other.userId)
          .execute();
        expect(await confirm(token)).toBeNull();
      });
    });
  });
}
