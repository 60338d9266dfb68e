import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addCredits } from '../../billing/ledger.ts';
import type { Records } from '../../records/records.ts';
import { changeClientSettings } from '../clients/client-settings.ts';
import { createClient } from '../clients/clients.ts';
import { changeKey } from '../keys/key-change.ts';
import { revokeKey } from '../keys/key-end.ts';
import { hashKey } from '../keys/key-format.ts';
import { reportLeak } from '../keys/key-leak.ts';
import { rotateKey } from '../keys/key-rotate.ts';
import { createKey } from '../keys/keys.ts';
import { type AddressLink, createAddressLink } from '../links/address-link.ts';
import { deleteClient } from '../offboarding/client-delete.ts';
import { firstStart } from '../onboarding/first-start.ts';
import { signUp } from '../onboarding/sign-up.ts';
import { applyPlannedChanges, choosePlan, dropPlannedChange } from '../plans/plan-choice.ts';
import { setPlan } from '../plans/plans.ts';
import { syncPlans } from '../plans/plans-file.ts';
import { requirePassword } from '../sessions/password-proof.ts';
import { setPasswordByLink } from '../sessions/set-password.ts';
import { changePassword, signIn } from '../sessions/sign-in.ts';
import { confirmEmail, requestEmailChange } from '../users/email-change.ts';
import { noteEmailChange, undoEmailChange, undoLink } from '../users/email-undo.ts';
import { acceptInvitation } from '../users/user-accept.ts';
import { changeUser, disableUser, enableUser, removeUser } from '../users/user-change.ts';
import { createUser, invitationLink, inviteAgain, inviteUser } from '../users/user-create.ts';
import { actorOf, DAY, NOW, newClient, newMails, type TestClient } from './two-clients.fixture.ts';

const PASSWORD = 'correct horse battery staple';

/** Every function of the accounts and the ledger that changes the records writes an audit entry without a secret. */
export function everyChangeSuite(open: () => Promise<Records>): void {
  describe('every change', () => {
    let records: Records;
    let acme: TestClient;
    let secrets: string[];
    const mails = newMails();

    beforeEach(async () => {
      records = await open();
      acme = await newClient(records, 'Acme');
      secrets = [PASSWORD];
    });
    afterEach(() => records.close());

    const actor = () => actorOf(acme.userId);
    const secret = (text: string) => {
      secrets.push(text, hashKey(text));
      return text;
    };
    const dora = (email: string) =>
      ({ clientId: acme.clientId, name: 'Dora', role: 'developer', email, language: 'en' }) as const;
    const linkOf = async (userId: string) =>
      secret((await records.write((trx) => invitationLink(trx, actor(), userId)))?.token ?? '');
    const invited = async () => {
      const { userId } = await inviteUser(records, actor(), mails.enqueueMail, dora('dora@example.com'));
      return { userId, token: await linkOf(userId), reference: { clientId: acme.clientId, userId } };
    };
    const developer = async () => {
      const { userId, key } = await createUser(records, actor(), mails.enqueueMail, { ...dora(''), email: null });
      secret(key.text);
      return { clientId: acme.clientId, userId };
    };
    const newKey = async () => {
      const key = await acme.newKey();
      secret(key.text);
      return key;
    };
    const anything = {
      burst: null,
      ceiling: null,
      calculators: null,
      price: null,
      mostKeys: null,
      mostUsers: null,
      outagePercent: 1,
    };
    const figures = { mode: 'block', ...anything } as const;
    const acceptance = (token: string) => ({ token, password: PASSWORD, at: NOW, address: '192.0.2.9' });

    const addressLink = async (asked: AddressLink) =>
      secret((await records.write((trx) => createAddressLink(trx, NOW, asked))).token);
    const signedUp = async () => {
      const { token, reference } = await invited();
      await acceptInvitation(records, acceptance(token));
      return { email: 'dora@example.com', reference };
    };

    /** By function name: the expected action, and the change, set up by `prepare`. */
    const CHANGES: Record<string, [action: string, change: () => Promise<() => Promise<unknown>>]> = {
      addCredits: [
        'ledger.top_up',
        async () => () =>
          addCredits(records, actor(), { clientId: acme.clientId, credits: 1, source: 's', note: null }),
      ],
      createClient: [
        'client.create',
        async () => () =>
          createClient(records, actor(), { name: 'B', plan: 'free', admin: { name: 'B', email: null } }),
      ],
      changeClientSettings: [
        'client.change',
        async () => () => changeClientSettings(records, actor(), acme.clientId, { developerUsage: 'none' }),
      ],
      deleteClient: ['client.delete', async () => () => deleteClient(records, actor(), acme.clientId, 'Acme')],
      firstStart: [
        'client.create',
        async () => {
          await records.db.deleteFrom('users').execute();
          await records.db.deleteFrom('clients').execute();
          return async () => {
            const first = await firstStart(records, NOW);
            secret(first?.key.text ?? '');
            secret(first?.setup.token ?? '');
          };
        },
      ],
      createKey: [
        'key.create',
        async () => async () => {
          const settings = { expiresAt: NOW + DAY, calculators: ['bmi'], networks: ['192.0.2.1'], cap: 1 };
          const owner = { clientId: acme.clientId, userId: null, application: 'Back end' };
          const key = await createKey(records, actor(), { ...owner, name: 'k', environment: 'dev', ...settings });
          secret(key.text);
        },
      ],
      changeKey: [
        'key.change',
        async () => {
          const { id } = await newKey();
          return () => changeKey(records, actor(), id, { name: 'other', cap: 5 });
        },
      ],
      rotateKey: [
        'key.rotate',
        async () => {
          const { id } = await newKey();
          return async () => secret((await rotateKey(records, actor(), { keyId: id, overlap: DAY })).successor.text);
        },
      ],
      revokeKey: [
        'key.revoke',
        async () => {
          const { id } = await newKey();
          return () => revokeKey(records, actor(), id);
        },
      ],
      reportLeak: [
        'key.leaked',
        async () => {
          const { text } = await newKey();
          return () => reportLeak(records, actor(), mails.enqueueMail, { text, foundAt: 'https://git.example.com/x' });
        },
      ],
      setPlan: ['plan.set', async () => () => setPlan(records, actor(), acme.clientId, 'pro', { quota: 1 })],
      syncPlans: [
        'plan.create',
        async () => () => syncPlans(records, actor(), [{ name: 'new', quota: 1, ...figures, offered: true }]),
      ],
      choosePlan: ['plan.schedule', async () => () => choosePlan(records, actor(), acme.clientId, 'free')],
      dropPlannedChange: [
        'plan.schedule',
        async () => {
          await choosePlan(records, actor(), acme.clientId, 'free');
          return () => dropPlannedChange(records, actor(), acme.clientId);
        },
      ],
      applyPlannedChanges: [
        'plan.set',
        async () => {
          await choosePlan(records, actor(), acme.clientId, 'free');
          return () => applyPlannedChanges(records, NOW + 30 * DAY);
        },
      ],
      setPasswordByLink: [
        'password.set',
        async () => {
          await records.db.deleteFrom('users').execute();
          await records.db.deleteFrom('clients').execute();
          const first = await firstStart(records, NOW);
          const token = secret(first?.setup.token ?? '');
          return () => setPasswordByLink(records, token, PASSWORD, NOW, '192.0.2.9');
        },
      ],
      signUp: [
        'client.create',
        async () => {
          const asked = { email: 'ada@example.com', link: { purpose: 'sign-up', name: 'Ada', account: 'B' } } as const;
          const token = await addressLink(asked);
          return async () => secret((await signUp(records, acceptance(token)))?.key.text ?? '');
        },
      ],
      signIn: [
        'session.begin',
        async () => {
          const { email } = await signedUp();
          return async () => {
            const browser = { userAgent: '', sessionToken: null, deviceToken: null };
            const visit = { at: NOW, address: '192.0.2.9', ...browser };
            const signedIn = await signIn(records, { email, password: PASSWORD, ...visit });
            for (const token of [signedIn?.session.token, signedIn?.deviceToken]) secret(token ?? '');
          };
        },
      ],
      changePassword: [
        'password.change',
        async () => {
          const { reference } = await signedUp();
          return async () => {
            const { clientId, userId } = reference;
            const proof = await requirePassword(records, userId, PASSWORD);
            const change = { clientId, proof, password: 'another good password', userAgent: '' };
            secrets.push(change.password);
            secret((await changePassword(records, actor(), change)).token);
          };
        },
      ],
      confirmEmail: [
        'user.email',
        async () => {
          const { reference } = await signedUp();
          const link = { purpose: 'email', userId: reference.userId } as const;
          const token = await addressLink({ email: 'ada2@example.com', link });
          return () =>
            confirmEmail(records, mails.enqueueMail, { token, at: NOW, address: '192.0.2.9', language: 'en' });
        },
      ],
      requestEmailChange: [
        'user.email-request',
        async () => {
          const { clientId, userId } = (await signedUp()).reference;
          const proof = await requirePassword(records, userId, PASSWORD);
          const request = { clientId, proof, email: 'ada2@example.com', language: 'en' } as const;
          return () => requestEmailChange(records, actor(), mails.enqueueMail, request);
        },
      ],
      undoEmailChange: [
        'user.email-undo',
        async () => {
          const { reference, email } = await signedUp();
          const { userId } = reference;
          const link = await records.write(async (trx) =>
            undoLink(
              trx,
              (await noteEmailChange(trx, { userId, before: email, after: 'b@example.com', at: NOW })) ?? 0,
              NOW,
            ),
          );
          const token = secret(link?.token ?? '');
          return () => undoEmailChange(records, acceptance(token));
        },
      ],
      createUser: ['user.create', async () => developer],
      inviteUser: ['user.invite', async () => invited],
      inviteAgain: [
        'user.invite-again',
        async () => {
          const { reference } = await invited();
          return () => inviteAgain(records, actor(), mails.enqueueMail, { ...reference, language: 'en' });
        },
      ],
      acceptInvitation: [
        'invitation.accept',
        async () => {
          const { token } = await invited();
          return async () => {
            const result = await acceptInvitation(records, acceptance(token));
            secret(result.outcome === 'accepted' ? (result.key?.text ?? '') : '');
          };
        },
      ],
      changeUser: [
        'user.role',
        async () => onDeveloper((user) => changeUser(records, actor(), user, { role: 'finance', name: 'D' })),
      ],
      disableUser: ['user.disable', async () => onDeveloper((user) => disableUser(records, actor(), user))],
      enableUser: [
        'user.enable',
        async () => {
          const user = await developer();
          await disableUser(records, actor(), user);
          return () => enableUser(records, actor(), user);
        },
      ],
      removeUser: ['user.remove', async () => onDeveloper((user) => removeUser(records, actor(), user))],
    };

    async function onDeveloper(change: (user: { clientId: string; userId: string }) => Promise<unknown>) {
      const user = await developer();
      return () => change(user);
    }

    const lines = () => records.db.selectFrom('audit').selectAll().orderBy('id').execute();

    it.each(Object.keys(CHANGES))('is audited by %s, without a secret', async (name) => {
      const [action, prepare] = CHANGES[name] ?? expect.unreachable();
      const change = await prepare();
      const before = await lines();
      await change();
      const after = await lines();
      const added = after.slice(before.length);
      expect(added.map((line) => line.action)).toContain(action);
      for (const line of added) expect(line.actor).not.toBe('');
      const text = JSON.stringify(after);
      for (const one of secrets.filter((known) => known !== '')) expect(text).not.toContain(one);
      expect(text).not.toMatch(/vg_(dev|test|live)_\w{5}|argon2id/);
    });

    it('is made by a function in this list', () => {
      const folder = new URL('..', import.meta.url);
      const writing = readdirSync(folder, { recursive: true })
        .map(String)
        .filter((file) => /^(?!testing\/|sessions\/sessions).*(?<!\.test)\.ts$/.test(file))
        .flatMap((file) => readFileSync(new URL(file, folder), 'utf8').split(/^(?=export (?:async )?function)/m))
        .filter((part) => part.includes('records.write('))
        .map((part) => /^export (?:async )?function\*? (\w+)/.exec(part)?.[1] ?? part.slice(0, 80));
      expect(writing.length).toBeGreaterThan(20);
      expect(writing.filter((name) => !Object.hasOwn(CHANGES, name))).toEqual([]);
    });
  });
}
