import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashKey } from '../../accounts/keys/key-format.ts';
import { actorOf, NOW, newClient, type TestClient } from '../../accounts/testing/two-clients.fixture.ts';
import { inviteUser } from '../../accounts/users/user-create.ts';
import type { Records } from '../../records/records.ts';
import type { Mail } from '../mail.ts';
import { mailEnqueuer, putBack, removeMail, takeMail } from '../queue.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The guarantees of the mail queue on every database. */
export function mailQueueSuite(open: () => Promise<Records>): void {
  describe('the mail queue', () => {
    let records: Records;
    let acme: TestClient;
    const enqueueMail = mailEnqueuer(() => NOW);

    beforeEach(async () => {
      records = await open();
      acme = await newClient(records, 'Acme');
      await records.db.updateTable('users').set({ email: 'ann@example.com' }).where('id', '=', acme.userId).execute();
    });
    afterEach(() => records.close());

    const put = (mail: Mail) => records.write((trx) => enqueueMail(trx, mail));
    const take = (at = NOW) => takeMail(records, { baseUrl: 'https://api.example.com', at });
    const reset = (to: string) => ({ kind: 'password-reset', to, language: 'en' }) as const;
    const waiting = async () => (await records.db.selectFrom('mails').select('recipient').execute()).length;
    const links = () => records.db.selectFrom('setup_links').select(['hash', 'expires_at']).execute();

    it('gives a mail to one of several concurrent processes, and to another a minute later if that one dies', async () => {
      await put(reset('ann@example.com'));
      const taken = await Promise.all([take(), take(), take()]);
      expect(taken.filter((mail) => mail !== null)).toHaveLength(1);
      expect(await take(NOW + MINUTE - 1)).toBeNull();
      expect(await take(NOW + MINUTE)).toMatchObject({ kind: 'password-reset', attempts: 2 });
    });

    it('contains no link: the link is created when the mail is composed, and only its hash is stored', async () => {
      await put(reset('ann@example.com'));
      expect(JSON.stringify(await records.db.selectFrom('mails').selectAll().execute())).not.toMatch(/[0-9A-Za-z]{43}/);
      expect(await links()).toEqual([]);
      const taken = await take();
      const token = /\/set-password\?lang=en#([0-9A-Za-z]{43})/.exec(taken?.message.text ?? '')?.[1] ?? '';
      expect(await links()).toEqual([{ hash: hashKey(token), expires_at: NOW + HOUR }]);
    });

    it('drops a reset mail for an address without an account', async () => {
      await put(reset('nobody@example.com'));
      expect(await take()).toBeNull();
      expect(await waiting()).toBe(0);
      expect(await links()).toEqual([]);
    });

    it('replaces a sign-up mail to an existing account by a notice without a link', async () => {
      const signUp = { kind: 'sign-up', language: 'de', name: 'N', account: 'A' } as const;
      await put({ ...signUp, to: 'ann@example.com' });
      expect((await take())?.message).toMatchObject({ subject: 'Sie haben schon ein Konto' });
      await put({ ...signUp, to: 'new@example.com' });
      const { message } = (await take()) ?? {};
      expect(message?.text).toMatch(/https:\/\/api\.example\.com\/sign-up\?lang=de#[0-9A-Za-z]{43}\n/);
      // A sign-up for another person's address must not carry the attacker's text in our name.
      expect(message?.text).not.toMatch(/\bN\b|\bA\b/);
    });

    it('contains only mails of committed changes', async () => {
      const change = records.write(async (trx) => {
        await enqueueMail(trx, reset('ann@example.com'));
        throw new Error('taken back');
      });
      await expect(change).rejects.toThrow('taken back');
      expect(await waiting()).toBe(0);
    });

    it('writes an invitation in its language, with one open link', async () => {
      const actor = actorOf(acme.userId);
      const who = { name: 'Dora', role: 'finance', email: 'dora@example.com', language: 'fr' } as const;
      await inviteUser(records, actor, enqueueMail, { clientId: acme.clientId, ...who });
      expect((await take())?.message).toMatchObject({
        to: 'dora@example.com',
        subject: 'Invitation à rejoindre Acme',
        text: expect.stringMatching(/rôle\u00a0: finances.*\/invitation\?lang=fr#[0-9A-Za-z]{43}\n/s),
      });
    });

    it('retries a mail after growing pauses, and gives it up after six attempts', async () => {
      await put(reset('ann@example.com'));
      let now = NOW;
      const pauses: number[] = [];
      for (;;) {
        const mail = await take(now);
        if (mail === null) throw new Error('it should be due');
        if (!(await putBack(records, mail, now))) break;
        const { due_at } = await records.db.selectFrom('mails').select('due_at').executeTakeFirstOrThrow();
        pauses.push(due_at - now);
        expect(await take(due_at - 1)).toBeNull();
        now = due_at;
      }
      expect(pauses).toEqual([10_000, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR]);
      expect(await waiting()).toBe(0);
    });

    it('removes a sent mail', async () => {
      await put(reset('ann@example.com'));
      await removeMail(records.db, (await take())?.id ?? '');
      expect(await waiting()).toBe(0);
    });
  });
}
