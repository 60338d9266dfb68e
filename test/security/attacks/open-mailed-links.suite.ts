import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../../support/browser.ts';
import { type Installation, mailTo, type SignedInAdmin, signedInAdmin, tokenTo } from '../../support/installation.ts';

const NEXT = 'eleven owls above Bergen';

/** Attacks with links mailed before the account changed, on every gateway. */
export function openMailedLinks(installation: () => Installation): void {
  const post = (path: string, body: object) =>
    fetch(`${installation().next().baseUrl}/platform/v1/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const mailed = (to: string, page: string) => tokenTo(installation(), to, page);
  const admin = (email: string) => signedInAdmin(installation(), email);
  const askFor = (session: SignedInAdmin, email: string, current_password: string) =>
    session.call('POST', '/platform/v1/me/email', { email, current_password });
  const askForReset = (email: string) => post('password-reset', { email });
  const addressOf = async (session: SignedInAdmin) => (await session.call('GET', '/platform/v1/me')).body.email;
  /** Moves the account to another address. @returns the undo link, mailed to the previous address */
  const moveTo = async (session: SignedInAdmin, from: string, to: string) => {
    expect((await askFor(session, to, PASSWORD)).status).toBe(202);
    expect((await post('email', { token: await mailed(to, 'confirm-email') })).status).toBe(204);
    return mailed(from, 'undo-email');
  };

  // Concurrent, because each test waits for mails, which leave once a second.
  describe.concurrent('an open mailed link', () => {
    it('a link that confirms another address ends when the victim sets a new password', async () => {
      const session = await admin('link@example.com');
      expect((await askFor(session, 'mallory@example.com', PASSWORD)).status).toBe(202);
      const stolen = await mailed('mallory@example.com', 'confirm-email');
      await askForReset(session.email);
      const reset = await mailed(session.email, 'set-password');
      expect((await post('password', { token: reset, password: NEXT })).status).toBe(204);
      expect((await post('email', { token: stolen })).status).toBe(410);
      await session.signIn(session.email, NEXT);
      expect(await addressOf(session)).toBe(session.email);
    });

    it('a reset link in the old mailbox ends when the address changes', async () => {
      const session = await admin('mailbox@example.com');
      await askForReset(session.email);
      await askFor(session, 'mailbox@new.example', PASSWORD);
      const change = await mailed('mailbox@new.example', 'confirm-email');
      const reset = await mailed(session.email, 'set-password');
      expect((await post('link', { token: reset })).status).toBe(200);
      expect((await post('email', { token: change })).status).toBe(204);
      expect((await post('password', { token: reset, password: NEXT })).status).toBe(410);
      await session.signIn('mailbox@new.example');
    });

    it('the old address takes the account back with the undo link, from an attacker who changed everything', async () => {
      const attacker = await admin('undo@example.com');
      const undo = await moveTo(attacker, 'undo@example.com', 'eve@example.com');
      const stolen = 'nine herons under Narvik';
      const change = { current_password: PASSWORD, password: stolen };
      expect((await attacker.call('PUT', '/platform/v1/me/password', change)).status).toBe(200);

      expect(await (await post('link', { token: undo })).json()).toMatchObject({
        purpose: 'undo-email',
        email: 'undo@example.com',
      });
      const take = (password: string) => post('email/undo', { token: undo, password });
      expect((await take('undo@example.com')).status).toBe(400);
      expect((await take(NEXT)).status).toBe(204);
      expect((await take(NEXT)).status).toBe(410);
      for (const _ of installation().members) {
        expect((await attacker.call('GET', '/platform/v1/me')).status).toBe(401);
      }
      expect((await post('session', { email: 'eve@example.com', password: stolen })).status).toBe(401);
      await attacker.signIn('undo@example.com', NEXT);
      for (const { logged } of installation().members) expect(logged()).not.toContain(undo);
    });

    it('the undo link stays valid while another user has the address, and never takes it from that user', async () => {
      const attacker = await admin('taken@example.com');
      const undo = await moveTo(attacker, 'taken@example.com', 'eva@example.com');
      const other = await admin('taken@example.com');
      const take = () => post('email/undo', { token: undo, password: NEXT });
      for (const _ of installation().members) {
        const refused = await take();
        expect(refused.status).toBe(409);
        expect(await refused.json()).toMatchObject({ code: 'conflict', reason: 'email-taken' });
      }
      expect(await addressOf(attacker)).toBe('eva@example.com');
      expect(await addressOf(other)).toBe('taken@example.com');
      const { db } = installation().records;
      await db.updateTable('users').set({ email: 'free@example.com' }).where('id', '=', other.userId).execute();
      expect((await take()).status).toBe(204);
      await attacker.signIn('taken@example.com', NEXT);
    });

    it('a session older than a quarter of an hour cannot change the address, even with the password', async () => {
      const session = await admin('old-session@example.com');
      await installation()
        .records.db.updateTable('sessions')
        .set((eb) => ({ created_at: eb('created_at', '-', 15 * 60_000) }))
        .where('user_id', '=', session.userId)
        .execute();
      const refused = await askFor(session, 'mallory@example.org', PASSWORD);
      expect(refused).toMatchObject({ status: 403, body: { code: 'recent-sign-in-required' } });
      await session.signIn(session.email);
      expect((await askFor(session, 'mallory@example.org', PASSWORD)).status).toBe(202);
    });

    it.each<[string, (other: SignedInAdmin, user: SignedInAdmin) => Promise<unknown>]>([
      [
        'another password',
        (_, user) => user.call('PUT', '/platform/v1/me/password', { current_password: PASSWORD, password: NEXT }),
      ],
      ['another role', (other, { userId }) => other.call('PATCH', `/platform/v1/users/${userId}`, { role: 'finance' })],
      [
        'being disabled and enabled again',
        async (other, { userId }) => {
          await other.call('POST', `/platform/v1/users/${userId}/disable`);
          await other.call('POST', `/platform/v1/users/${userId}/enable`);
        },
      ],
    ])('every link of a user ends with %s', async (name, change) => {
      const at = `${name.replaceAll(' ', '-')}.example`;
      const [other, user] = [await admin(`admin@${at}`), await admin(`user@${at}`)];
      // Both are admins of one account, which keeps an admin whatever happens to the other.
      const { db } = installation().records;
      await db.updateTable('users').set({ client_id: other.clientId }).where('id', '=', user.userId).execute();
      await askForReset(user.email);
      expect((await askFor(user, `elsewhere@${at}`, PASSWORD)).status).toBe(202);
      const elsewhere = await mailed(`elsewhere@${at}`, 'confirm-email');
      const reset = await mailed(user.email, 'set-password');
      for (const _ of installation().members) expect((await post('link', { token: reset })).status).toBe(200);

      await change(other, user);
      for (const _ of installation().members) {
        expect((await post('link', { token: reset })).status).toBe(410);
        expect((await post('password', { token: reset, password: 'nine herons under Narvik' })).status).toBe(410);
        expect((await post('email', { token: elsewhere })).status).toBe(410);
      }
      expect(await mailTo(installation(), user.email)).not.toContain('undo-email');
    });
  });
}
