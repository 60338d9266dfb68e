import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mailEnqueuer, takeMail } from '../../mail/queue.ts';
import { addAccountLinks } from '../../records/migrations/account-links.ts';
import type { Records } from '../../records/records.ts';
import { countMail } from '../clients/client-mails.ts';
import { createAddressLink, readAddressLink } from '../links/address-link.ts';
import { endLinks } from '../links/end-links.ts';
import { resetLink } from '../links/reset-link.ts';
import { createSetupLink } from '../links/setup-link.ts';
import { hashPassword } from '../sessions/password.ts';
import { requirePassword } from '../sessions/password-proof.ts';
import { beginSession, useSession } from '../sessions/sessions.ts';
import { ownerOfLink, setPasswordByLink } from '../sessions/set-password.ts';
import { changePassword, signIn } from '../sessions/sign-in.ts';
import { confirmEmail, requestEmailChange } from '../users/email-change.ts';
import { readUndo, undoEmailChange, undoLink } from '../users/email-undo.ts';
import { changeUser, disableUser, enableUser } from '../users/user-change.ts';
import { createUser } from '../users/user-create.ts';
import { actorOf, DAY, NOW, newClient, newMails, type TestClient, type TestMails } from './two-clients.fixture.ts';

const PASSWORD = 'seventeen geese over Oslo';
const NEXT = 'eleven owls above Bergen';
const A = 'ann@example.com';
const HOUR = DAY / 24;
const hashed = hashPassword(PASSWORD);

/** The guarantees of mailed links on every database: every change of their user ends them, except undo links. */
export function linksSuite(open: () => Promise<Records>): void {
  describe('mailed links', () => {
    let records: Records;
    let acme: TestClient;
    let mails: TestMails;

    beforeEach(async () => {
      records = await open();
      acme = await newClient(records, 'Acme');
      mails = newMails();
      await give(acme.userId, A);
    });
    afterEach(() => records.close());

    const actor = () => actorOf(acme.userId);
    const give = async (userId: string, email: string) =>
      records.db
        .updateTable('users')
        .set({ email, password_hash: await hashed })
        .where('id', '=', userId)
        .execute();
    const emailOf = async (userId = acme.userId) =>
      (await records.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst())?.email;
    const newAdmin = async (email: string) => {
      const input = { clientId: acme.clientId, name: 'Bob', role: 'admin', email: null, language: 'en' } as const;
      const { userId } = await createUser(records, actor(), mails.enqueueMail, input);
      await give(userId, email);
      return userId;
    };
    const linkTo = (email: string, at = NOW) =>
      records.write((trx) => createAddressLink(trx, at, { email, link: { purpose: 'email', userId: acme.userId } }));
    /** Changes the account's address. @returns the token of the undo link mailed to the previous address */
    const moveTo = async (email: string, at = NOW) => {
      const { token } = await linkTo(email, at);
      await confirmEmail(records, mails.enqueueMail, { token, at, address: '192.0.2.7', language: 'en' });
      const mail = mails.sent.at(-1);
      if (mail?.kind !== 'email-changed' || mail.changeId === undefined)
        throw new Error('no mail was sent to the old address');
      const { changeId } = mail;
      return (await records.write((trx) => undoLink(trx, changeId, at)))?.token ?? 'none';
    };
    const undo = (token: string, at = NOW, password = NEXT) =>
      undoEmailChange(records, { token, password, at, address: '192.0.2.9' });

    describe('of every kind end with', () => {
      /** Set with SQL, because the change itself would only take time. */
      const CHANGES: Record<string, () => Promise<unknown>> = {
        'a new password': async () => {
          const proof = await requirePassword(records, acme.userId, PASSWORD);
          const change = { clientId: acme.clientId, proof, password: NEXT, userAgent: '' };
          return changePassword(records, actor(), change);
        },
        'a password set with one of them': async () => {
          const { token } = await records.write((trx) => createSetupLink(trx, actor(), acme, 'set-password'));
          expect(await setPasswordByLink(records, token, NEXT, NOW, '192.0.2.9')).toBe(true);
        },
        'another address': () => moveTo('ann@new.example'),
        'an undone change of address': async () => {
          const token = await moveTo('ann@new.example');
          await records.db.updateTable('setup_links').set({ used_at: null, email: null }).execute();
          await records.db.updateTable('address_links').set({ used_at: null }).execute();
          expect(await undo(token)).toBe(true);
        },
        'another role': () => changeUser(records, actor(), acme, { role: 'developer' }),
        'disabling the user, permanently': async () => {
          await disableUser(records, actor(), acme);
          await enableUser(records, actor(), acme);
        },
        'enabling the user': async () => {
          await records.db.updateTable('users').set({ state: 'disabled' }).where('id', '=', acme.userId).execute();
          await enableUser(records, actor(), acme);
        },
      };

      it.each(Object.keys(CHANGES))('%s', async (name) => {
        await newAdmin('bob@example.com');
        const reset = await records.write((trx) => resetLink(trx, A, NOW));
        const printed = await records.write((trx) => createSetupLink(trx, actor(), acme, 'set-password'));
        const elsewhere = await linkTo('eve@example.com');
        // Requested and not sent yet: the link is created when the mail is sent.
        await records.write((trx) =>
          mailEnqueuer(() => NOW)(trx, { kind: 'email', to: 'eve@example.org', language: 'en', userId: acme.userId }),
        );
        const setting = [reset?.token ?? '', printed.token];
        for (const token of setting) expect(await ownerOfLink(records.db, token, NOW)).not.toBeNull();
        expect(await readAddressLink(records.db, elsewhere.token, NOW)).not.toBeNull();

        await CHANGES[name]?.();
        for (const token of setting) expect(await ownerOfLink(records.db, token, NOW)).toBeNull();
        expect(await readAddressLink(records.db, elsewhere.token, NOW)).toBeNull();
        expect(await takeMail(records, { baseUrl: 'https://api.example.com', at: NOW })).toBeNull();
      });
    });

    it('set a password only while their address is still the user’s', async () => {
      const reset = await records.write((trx) => resetLink(trx, A, NOW));
      // However the address was changed.
      await give(acme.userId, 'ann@new.example');
      expect(await ownerOfLink(records.db, reset?.token ?? '', NOW)).toBeNull();
      expect(await setPasswordByLink(records, reset?.token ?? '', NEXT, NOW, '192.0.2.9')).toBe(false);
    });

    it('to another address are not created if the password is changed while it is being proved', async () => {
      const proof = await requirePassword(records, acme.userId, PASSWORD);
      await records.db
        .updateTable('users')
        .set({ password_hash: await hashPassword(NEXT) })
        .where('id', '=', acme.userId)
        .execute();
      const request = { clientId: acme.clientId, email: 'eve@example.com', language: 'en', proof } as const;
      const asking = requestEmailChange(records, actor(), mails.enqueueMail, request);
      await expect(asking).rejects.toMatchObject({ code: 'wrong-password' });
      expect(mails.sent).toEqual([]);
    });

    describe('that undo a change of address', () => {
      it('survive new passwords and roles, restore the address, set a password, and end everything else', async () => {
        await newAdmin('bob@example.com');
        const token = await moveTo('eve@example.com');
        await records.write((trx) => endLinks(trx, acme.userId, NOW));
        await changeUser(records, actor(), acme, { role: 'developer' });
        expect(await readUndo(records.db, token, NOW)).toEqual({ name: 'Acme admin', email: A });
        const owner = { id: acme.userId, client_id: acme.clientId };
        const session = await records.write((trx) => beginSession(trx, actor(), owner, ''));
        const device = { hash: 'h', user_id: acme.userId, seen_at: NOW };
        await records.db.insertInto('devices').values(device).execute();

        const both = await Promise.all([undo(token), undo(token)]);
        expect(both.toSorted()).toEqual([false, true]);
        expect(await emailOf()).toBe(A);
        expect(await useSession(records, session.token, NOW)).toBeNull();
        expect(await records.db.selectFrom('devices').select('hash').execute()).toEqual([]);
        const visit = { at: NOW, address: '192.0.2.7', userAgent: '', sessionToken: null, deviceToken: null };
        expect(await signIn(records, { email: A, password: PASSWORD, ...visit })).toBeNull();
        expect(await signIn(records, { email: A, password: NEXT, ...visit })).not.toBeNull();
      });

      it('work for 72 hours', async () => {
        const token = await moveTo('eve@example.com');
        expect(await readUndo(records.db, token, NOW + 72 * HOUR)).toBeNull();
        expect(await undo(token, NOW + 72 * HOUR - 1)).toBe(true);
      });

      it('in a chain of changes restore the first address, even if a later link is used first', async () => {
        const [ofA, ofB] = [await moveTo('b@example.com'), await moveTo('c@example.com', NOW + HOUR)];
        expect(await undo(ofB, NOW + 2 * HOUR)).toBe(true);
        expect(await emailOf()).toBe('b@example.com');
        expect(await undo(ofA, NOW + 3 * HOUR)).toBe(true);
        expect(await emailOf()).toBe(A);
      });

      it('in a chain of changes end when an earlier one is used', async () => {
        const [ofA, ofB] = [await moveTo('b@example.com'), await moveTo('c@example.com')];
        expect(await undo(ofA)).toBe(true);
        expect(await undo(ofB)).toBe(false);
        expect(await emailOf()).toBe(A);
      });

      it('leave an attacker no later link if the user returns to the old address by an ordinary change', async () => {
        const ofA = await moveTo('b@example.com');
        const { token } = await linkTo(A, NOW + HOUR);
        await confirmEmail(records, mails.enqueueMail, { token, at: NOW + HOUR, address: '192.0.2.7', language: 'en' });
        expect(await emailOf()).toBe(A);
        expect(mails.sent.at(-1)).toMatchObject({ kind: 'email-changed', to: 'b@example.com', changeId: undefined });
        expect(await undo(ofA)).toBe(false);
        const openChanges = records.db.selectFrom('email_changes').select('id').where('ended_at', 'is', null);
        expect(await openChanges.execute()).toEqual([]);
      });

      it('never take an address from its new owner, and work again once the address is free', async () => {
        const token = await moveTo('eve@example.com');
        const bob = await newAdmin(A);
        await expect(undo(token)).rejects.toMatchObject({ code: 'email-taken' });
        expect([await emailOf(), await emailOf(bob)]).toEqual(['eve@example.com', A]);
        await give(bob, 'bob@example.com');
        expect(await undo(token)).toBe(true);
        expect(await emailOf()).toBe(A);
      });

      it('do not work for a disabled user', async () => {
        await newAdmin('bob@example.com');
        const token = await moveTo('eve@example.com');
        await disableUser(records, actor(), acme);
        expect([await readUndo(records.db, token, NOW), await undo(token)]).toEqual([null, false]);
        await enableUser(records, actor(), acme);
        expect(await readUndo(records.db, token, NOW)).not.toBeNull();
      });

      it('are not replaced by a mail about an undone change', async () => {
        const [ofA] = [await moveTo('b@example.com'), await moveTo('c@example.com')];
        const mail = mails.sent.at(-1);
        await undo(ofA);
        if (mail?.kind !== 'email-changed' || mail.changeId === undefined) return expect.unreachable();
        await records.write((trx) => mailEnqueuer(() => NOW)(trx, mail));
        expect(await takeMail(records, { baseUrl: 'https://api.example.com', at: NOW })).toBeNull();
      });
    });

    it('of an older release end, except those of users who have no address to request another with', async () => {
      await records.write(async (trx) => {
        await createSetupLink(trx, actor(), acme, 'set-password');
        const bob = await newClient({ ...records, write: (change) => change(trx) }, 'Other');
        await createSetupLink(trx, actor(), bob, 'set-password');
        const link = { purpose: 'email', userId: acme.userId } as const;
        await createAddressLink(trx, NOW, { email: 'eve@example.com', link });
        await mailEnqueuer(() => NOW)(trx, {
          kind: 'email',
          to: 'eve@example.com',
          language: 'en',
          userId: acme.userId,
        });
      });
      for (const change of [
        'drop table email_changes',
        'drop table client_mails',
        'drop index setup_links_user',
        'drop index address_links_user',
        'alter table setup_links drop column email',
        'alter table mails drop column user_id',
      ]) {
        await sql.raw(change).execute(records.db);
      }
      await addAccountLinks(records.db as unknown as Kysely<unknown>, records.dialect);
      const openLinks = await records.db
        .selectFrom('setup_links')
        .innerJoin('users', 'users.id', 'setup_links.user_id')
        .select('users.email')
        .where('used_at', 'is', null)
        .execute();
      expect(openLinks).toEqual([{ email: null }]);
      expect(await records.db.selectFrom('setup_links').select('id').execute()).toHaveLength(2);
      expect(await records.db.selectFrom('address_links').select('used_at').execute()).not.toContainEqual({
        used_at: null,
      });
      expect(await records.db.selectFrom('mails').select('user_id').execute()).toEqual([{ user_id: acme.userId }]);
    });

    it('count as mails of their client by day, only if the change commits', async () => {
      const count = (day: string) => records.write((trx) => countMail(trx, acme.clientId, day));
      expect(await Promise.all([count('2026-11-21'), count('2026-11-21')])).toEqual([1, 2]);
      const takenBack = records.write(async (trx) => {
        await countMail(trx, acme.clientId, '2026-11-21');
        throw new Error('taken back');
      });
      await expect(takenBack).rejects.toThrow('taken back');
      expect(await count('2026-11-21')).toBe(3);
      expect(await count('2026-11-22')).toBe(1);
      expect(await records.db.selectFrom('client_mails').select('day').execute()).toEqual([{ day: '2026-11-22' }]);
    });
  });
}
