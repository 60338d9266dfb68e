import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addCredits, balanceOf } from '../../billing/ledger.ts';
import type { Records } from '../../records/records.ts';
import { readLong } from '../../web/platform/long-reads/long-reads.ts';
import { changeClientSettings, readClientSettings } from '../clients/client-settings.ts';
import { findClient } from '../find-client.ts';
import { hashKey } from '../keys/key-format.ts';
import { readPrincipal } from '../keys/read-principal.ts';
import { deleteClient } from '../offboarding/client-delete.ts';
import { readLastLimits, readLimits } from '../plans/limits.ts';
import { beginSession } from '../sessions/sessions.ts';
import { acceptInvitation } from '../users/user-accept.ts';
import { invitationLink, inviteUser } from '../users/user-create.ts';
import { actorOf, NOW, newClient, newMails, type TestClient } from './two-clients.fixture.ts';

const RETENTION = { usageMonths: 25, auditMonths: 24 };
const PASSWORD = 'correct horse battery staple';

/** The guarantees of a client's data rights on every database. */
export function clientDataSuite(open: () => Promise<Records>): void {
  describe('a client’s data', () => {
    let records: Records;
    let acme: TestClient;
    let other: TestClient;
    let secrets: string[];
    let keyTexts: string[];

    beforeEach(async () => {
      records = await open();
      acme = await newClient(records, 'Acme');
      other = await newClient(records, 'Other');
      const key = await acme.newKey({ name: 'Dora’s laptop', networks: ['203.0.113.7'] });
      // A millisecond later, because the lists are sorted by time.
      const actor = actorOf(acme.userId, NOW + 1);
      const dora = { name: 'Dora', role: 'developer', email: 'dora@example.com', language: 'en' } as const;
      const { userId } = await inviteUser(records, actor, newMails().enqueueMail, { clientId: acme.clientId, ...dora });
      const link = await records.write((trx) => invitationLink(trx, actor, userId));
      const at = { at: NOW + 2, address: '203.0.113.8' };
      const accepted = await acceptInvitation(records, { token: link?.token ?? '', password: PASSWORD, ...at });
      const ofDora = accepted.outcome === 'accepted' ? (accepted.key?.text ?? '') : '';
      await addCredits(records, actor, { clientId: acme.clientId, credits: 70, source: 's', note: 'for Dora' });
      await records.db
        .insertInto('usage_fold')
        .values({
          client_id: acme.clientId,
          day: '2026-11-21',
          key_id: key.id,
          calculator: 'bmi',
          status: '2xx',
          epoch: 'e',
          calls: 5,
          units: 5,
        })
        .execute();
      keyTexts = [key.text, ofDora];
      // The rows left by a sign-in, a change of address and a queued mail.
      const session = await records.write((trx) =>
        beginSession(trx, actor, { id: userId, client_id: acme.clientId }, 'Dora’s browser'),
      );
      const mail = { kind: 'invitation', recipient: 'dora@example.com', language: 'en', details: '{}', attempts: 0 };
      await records.db
        .insertInto('mails')
        .values({ id: 'm', ...mail, created_at: NOW, due_at: NOW })
        .execute();
      const change = { hash: 'h', email: 'dora2@example.com', user_id: userId, details: '{}', used_at: null };
      await records.db
        .insertInto('address_links')
        .values({ ...change, expires_at: NOW })
        .execute();
      const user = await records.db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', accepted.outcome === 'accepted' ? accepted.userId : '')
        .executeTakeFirstOrThrow();
      secrets = [link?.token ?? '', session.token, PASSWORD, user.password_hash ?? '', ...keyTexts].flatMap((text) => [
        text,
        hashKey(text),
      ]);
    });
    afterEach(() => records.close());

    const exported = async ({ clientId }: TestClient) => {
      const parts = await Array.fromAsync(
        readLong(records, { read: 'client', asked: { clientId, now: NOW, retention: RETENTION } }),
      );
      return parts.join('');
    };
    const everything = async () => {
      const tables = {
        users: await records.db.selectFrom('users').selectAll().execute(),
        keys: await records.db.selectFrom('keys').selectAll().execute(),
        ledger: await records.db.selectFrom('ledger').selectAll().execute(),
        audit: await records.db.selectFrom('audit').selectAll().execute(),
        clients: await records.db.selectFrom('clients').selectAll().execute(),
        setup_links: await records.db.selectFrom('setup_links').selectAll().execute(),
        sessions: await records.db.selectFrom('sessions').selectAll().execute(),
        mails: await records.db.selectFrom('mails').selectAll().execute(),
        address_links: await records.db.selectFrom('address_links').selectAll().execute(),
      };
      return JSON.stringify(tables);
    };
    const remove = (client = acme, confirmation = 'Acme') =>
      deleteClient(records, actorOf(client.userId), client.clientId, confirmation);

    it('is exported whole as one JSON object, without a secret or the hash of one', async () => {
      const text = await exported(acme);
      expect(JSON.parse(text)).toMatchObject({
        format: 'vitalgate-client/1',
        retention: RETENTION,
        client: { id: acme.clientId, name: 'Acme' },
        plan: { current: { name: 'starter' }, next: null },
        users: [{ id: acme.userId }, { name: 'Dora', email: 'dora@example.com' }],
        keys: [{ name: 'Dora’s laptop', networks: ['203.0.113.7'] }, { name: 'Dora' }],
        ledger: [{ kind: 'top_up', credits: 70, note: 'for Dora' }],
        months: [],
        usage: [{ day: '2026-11-21', calculator: 'bmi', status: '2xx', calls: 5, units: 5 }],
      });
      const { audit } = JSON.parse(text);
      expect(audit.map(({ action }: { action: string }) => action)).toContain('invitation.accept');
      for (const secret of secrets) expect(text).not.toContain(secret);
    });

    it('of another client does not appear in the export', async () => {
      const text = await exported(other);
      expect(text).not.toContain(acme.clientId);
      expect(text).not.toContain('Dora');
      await expect(exported({ ...acme, clientId: 'cl_nobody' })).rejects.toThrow('cl_nobody');
    });

    it('after deletion has no valid keys and no trace of a person', async () => {
      await remove();
      for (const text of keyTexts) expect((await readPrincipal(records.db, hashKey(text))).principal).toBeNull();
      const left = await everything();
      expect(left).not.toMatch(/dora|acme|203\.0\.113|192\.0\.2\.7/i);
      await expect(findClient(records.db, acme.clientId)).rejects.toMatchObject({ code: 'unknown-client' });
    });

    it('after deletion still has the ledger, the usage, and who did what', async () => {
      const limits = await readLimits(records.db, acme.clientId);
      await remove();
      // The client's last calls are counted with these limits if a journal still holds them.
      expect(await readLastLimits(records.db, acme.clientId)).toEqual(limits);
      expect(await balanceOf(records.db, acme.clientId)).toBe(70);
      expect(await records.db.selectFrom('usage_fold').select('units').execute()).toEqual([{ units: 5 }]);
      const lines = await records.db
        .selectFrom('audit')
        .select(['actor', 'action'])
        .where('client_id', '=', acme.clientId)
        .orderBy('id', 'desc')
        .execute();
      expect(lines[0]).toEqual({ actor: acme.userId, action: 'client.delete' });
      expect(lines).toContainEqual({ actor: acme.userId, action: 'ledger.top_up' });
    });

    it('is deleted for this client only, once, and only if its name confirms it', async () => {
      await expect(remove(acme, 'acme')).rejects.toMatchObject({ code: 'not-confirmed' });
      const key = await other.newKey();
      const before = JSON.parse(await exported(other));
      await remove();
      expect((await readPrincipal(records.db, hashKey(key.text))).principal).not.toBeNull();
      expect(JSON.parse(await exported(other))).toEqual(before);
      await expect(remove()).rejects.toMatchObject({ code: 'unknown-client' });
    });

    it('has settings that its admin controls: the name, and whether developers see their usage and create keys', async () => {
      const change = { name: ' Acme Ltd ', developerUsage: 'none', developerKeys: 'own' } as const;
      await changeClientSettings(records, actorOf(acme.userId), acme.clientId, change);
      expect(await readClientSettings(records.db, acme.clientId)).toEqual({
        name: 'Acme Ltd',
        developerUsage: 'none',
        developerKeys: 'own',
      });
      expect(await readClientSettings(records.db, other.clientId)).toEqual({
        name: 'Other',
        developerUsage: 'own',
        developerKeys: 'none',
      });
      const wrong = changeClientSettings(records, actorOf(acme.userId), acme.clientId, { name: '' });
      await expect(wrong).rejects.toMatchObject({ code: 'bad-value' });
    });
  });
}
