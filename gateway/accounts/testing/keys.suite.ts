import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Records } from '../../records/records.ts';
import { createClient } from '../clients/clients.ts';
import { changeKey } from '../keys/key-change.ts';
import { revokeKey } from '../keys/key-end.ts';
import { hashKey, newKey as newKeyText } from '../keys/key-format.ts';
import { reportLeak } from '../keys/key-leak.ts';
import { everyKey } from '../keys/key-list.ts';
import { rotateKey } from '../keys/key-rotate.ts';
import { createKey, type KeyScope, type NewKey } from '../keys/keys.ts';
import { saveLastUsed } from '../keys/last-used.ts';
import { readPrincipal } from '../keys/read-principal.ts';
import { readLimits } from '../plans/limits.ts';
import { setPlan } from '../plans/plans.ts';
import { syncPlans } from '../plans/plans-file.ts';
import { changeUser, removeUser } from '../users/user-change.ts';
import { createUser } from '../users/user-create.ts';
import { newMails } from './two-clients.fixture.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY = 86_400_000;
const actor = { name: 'cli', at: NOW, address: null };

/** The guarantees of keys on every database. `open` opens an empty database for each test. */
export function keysSuite(open: () => Promise<Records>): void {
  describe('keys', () => {
    let records: Records;
    let clientId: string;

    beforeEach(async () => {
      records = await open();
      ({ clientId } = await createClient(records, actor, {
        name: 'Acme',
        plan: 'free',
        admin: { name: 'Ann', email: null },
      }));
    });
    afterEach(() => records.close());

    const newKey = (other: Partial<NewKey> = {}) =>
      createKey(records, actor, {
        clientId,
        userId: null,
        name: 'app',
        environment: 'live',
        expiresAt: null,
        calculators: null,
        cap: null,
        ...other,
      });
    const principalOf = async (text: string) => (await readPrincipal(records.db, hashKey(text))).principal;
    const list = async (scope: KeyScope = { clientId }, now = NOW) =>
      (await Array.fromAsync(everyKey(records.db, scope, now))).flat();
    const changes = () => records.db.selectFrom('changes').select(['kind', 'id']).orderBy('seq').execute();

    describe('a key', () => {
      it('allows what its client, its plan and its own settings allow', async () => {
        const key = await newKey({ environment: 'test', expiresAt: NOW + DAY, calculators: ['bmi'], cap: 50 });
        expect(await principalOf(key.text)).toEqual({
          channel: 'direct',
          subscription: null,
          clientId,
          family: key.id,
          userId: expect.stringMatching(/^us_[0-9A-Za-z]{22}$/),
          keyId: key.id,
          role: 'admin',
          environment: 'test',
          plan: 'free',
          limits: { version: 1, quota: 1_000, burst: { q: 10, w: 10 }, mode: 'credits', granted: 0, ceiling: null },
          calculators: new Set(['bmi']),
          networks: null,
          cap: 50,
          expiresAt: NOW + DAY,
        });
      });

      it('never allows a calculator that its plan does not', async () => {
        const anything = { burst: null, ceiling: null, price: null, mostKeys: null, mostUsers: null, outagePercent: 1 };
        const plan = { quota: 5, mode: 'block', offered: false, ...anything } as const;
        await syncPlans(records, actor, [{ name: 'narrow', ...plan, calculators: ['bmi', 'tdee'] }]);
        await setPlan(records, actor, clientId, 'narrow', {});
        const key = await newKey({ calculators: ['tdee', 'lifespan'] });
        expect((await principalOf(key.text))?.calculators).toEqual(new Set(['tdee']));
        expect((await principalOf((await newKey()).text))?.calculators).toEqual(new Set(['bmi', 'tdee']));
      });

      it('appears nowhere in the records, and its hash in no audit entry', async () => {
        const { text } = await newKey();
        const keys = JSON.stringify(await records.db.selectFrom('keys').selectAll().execute());
        const audit = JSON.stringify(await records.db.selectFrom('audit').selectAll().execute());
        expect(keys).toContain(hashKey(text));
        expect(keys + audit).not.toContain(text);
        expect(audit).not.toContain(hashKey(text));
      });

      it('is refused after revocation, although its row and its owner stay', async () => {
        const { id, text } = await newKey();
        await revokeKey(records, actor, id);
        const reading = await readPrincipal(records.db, hashKey(text));
        expect(reading.principal).toBeNull();
        expect(reading.owner).toEqual({ clientId, keyId: id, plan: 'free' });
        expect(await list()).toMatchObject([{ id, state: 'revoked', revokedAt: NOW }]);
      });

      it('revoked twice keeps the first time and publishes no second change', async () => {
        const { id } = await newKey();
        await revokeKey(records, actor, id);
        const told = await changes();
        await revokeKey(records, { ...actor, at: NOW + DAY }, id);
        expect(await changes()).toEqual(told);
        expect(await list()).toMatchObject([{ revokedAt: NOW }]);
      });

      it('of a disabled user or a deleted client is refused', async () => {
        const { text } = await newKey();
        await records.db.updateTable('users').set({ state: 'disabled' }).execute();
        expect(await principalOf(text)).toBeNull();
        await records.db.updateTable('users').set({ state: 'active' }).execute();
        expect(await principalOf(text)).not.toBeNull();
        await records.db.updateTable('clients').set({ deleted_at: NOW }).execute();
        expect(await principalOf(text)).toBeNull();
        expect(await readLimits(records.db, clientId)).toBeNull();
      });

      it('is not created with an expiry in the past, or without an owner', async () => {
        await expect(newKey({ expiresAt: NOW })).rejects.toMatchObject({ code: 'bad-value' });
        await expect(newKey({ clientId: 'cl_nobody' })).rejects.toMatchObject({ code: 'unknown-client' });
        await expect(newKey({ userId: 'us_nobody' })).rejects.toMatchObject({ code: 'unknown-user' });
        expect(await list()).toEqual([]);
      });

      it('keeps its latest use, whichever process saves it first', async () => {
        const { id } = await newKey();
        await saveLastUsed(records, [[[id, NOW + 5]]]);
        await saveLastUsed(records, [[[id, NOW + 2]]]);
        expect(await list()).toMatchObject([{ lastUsedAt: NOW + 5 }]);
      });

      it('does not deadlock two processes that save the uses of the same keys in opposite orders', async () => {
        const ids = [await newKey(), await newKey(), await newKey()].map(({ id }) => id).sort();
        const uses = ids.map((id) => [id, NOW + 5] as const);
        const other = await open();
        const outcomes = await records.db.transaction().execute(async (trx) => {
          const middle = trx.updateTable('keys').where('id', '=', ids[1] ?? '');
          await middle.set({ last_used_at: NOW }).execute();
          const saving = [saveLastUsed(records, [uses]), saveLastUsed(other, [uses.toReversed()])];
          await sleep(50);
          return saving.map((saved) => saved.then(() => 'saved', String));
        });
        expect(await Promise.all(outcomes)).toEqual(['saved', 'saved']);
        expect(await list()).toMatchObject(ids.map(() => ({ lastUsedAt: NOW + 5 })));
        await other.close();
      });
    });

    const developer = async () => {
      const dora = { clientId, name: 'Dora', role: 'developer', email: null, language: 'en' } as const;
      return createUser(records, actor, newMails().enqueueMail, dora);
    };

    describe('a key', () => {
      it('works only from its networks, IPv4 and IPv6', async () => {
        const { text } = await newKey({ networks: ['203.0.113.0/24', '2001:db8::/32'] });
        const networks = (await principalOf(text))?.networks;
        const from = ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1', '203.0.114.1', '2001:db9::1', ''];
        expect(from.map((address) => networks?.(address))).toEqual([true, true, true, false, false, false]);
        const { successor } = await rotateKey(records, actor, { keyId: (await list())[0]?.id ?? '', overlap: 0 });
        expect((await principalOf(successor.text))?.networks?.('203.0.114.1')).toBe(false);
      });

      it('is not created with invalid networks, an empty list, or too many', async () => {
        const tooMany = Array.from({ length: 51 }, (_, at) => `192.0.2.${at}`);
        for (const networks of [['192.0.2.1', 'office'], ['10.0.0.0/33'], [], tooMany]) {
          await expect(newKey({ networks })).rejects.toMatchObject({ code: 'bad-value' });
        }
        for (const cap of [-1, 0.5, Number.NaN]) {
          await expect(newKey({ cap })).rejects.toMatchObject({ code: 'bad-value' });
        }
        expect(await list()).toEqual([]);
      });

      it('is recognizable by its first and last characters, which leave 208 bits to guess', async () => {
        const { text } = await newKey({ environment: 'test' });
        const [summary] = await list();
        expect(summary?.start).toMatch(/^vg_test_[0-9A-Za-z]{4}$/);
        expect(text.startsWith(summary?.start ?? '-') && text.endsWith(summary?.hint ?? '-')).toBe(true);
        await records.db.updateTable('keys').set({ start: null }).execute();
        expect(await list()).toMatchObject([{ start: 'vg_test_' }]);
      });

      it('is shown with its state: active, expiring, rotated, expired or revoked', async () => {
        await newKey({ name: 'a', expiresAt: NOW + 7 * DAY + 1 });
        await newKey({ name: 'b', expiresAt: NOW + 7 * DAY });
        const rotated = await newKey({ name: 'c' });
        await rotateKey(records, actor, { keyId: rotated.id, overlap: DAY });
        const revoked = await newKey({ name: 'd' });
        await revokeKey(records, actor, revoked.id);
        const states = async (now: number) => {
          const keys = await list({ clientId }, now);
          return keys
            .map(({ name, state, replacedBy }) => `${name} ${state}${replacedBy ? ' replaced' : ''}`)
            .toSorted();
        };
        expect(await states(NOW)).toEqual(['a active', 'b expiring', 'c active', 'c rotated replaced', 'd revoked']);
        expect(await states(NOW + 7 * DAY)).toEqual([
          'a expiring',
          'b expired',
          'c active',
          'c expired replaced',
          'd revoked',
        ]);
      });

      it('of an application outlives its creator, and never exceeds a developer’s permissions', async () => {
        const { userId } = await createUser(records, actor, newMails().enqueueMail, {
          ...{ clientId, name: 'Ada', role: 'admin', email: null, language: 'en' },
        });
        const made = { ...actor, name: userId };
        const settings = { environment: 'live', expiresAt: null, calculators: null, cap: null } as const;
        const application = { clientId, userId: null, application: ' Back end ', name: 'k', ...settings };
        const key = await createKey(records, made, application);
        const second = await createKey(records, made, application);
        await removeUser(records, actor, { clientId, userId });
        expect(await principalOf(key.text)).toMatchObject({ role: 'developer', clientId });
        expect((await principalOf(key.text))?.userId).toBe((await principalOf(second.text))?.userId);
        const both = (await list()).filter(({ application }) => application !== null);
        expect(both).toMatchObject([{ application: 'Back end' }, { application: 'Back end' }]);
        const ofBoth = createKey(records, actor, { ...application, userId });
        await expect(ofBoth).rejects.toMatchObject({ code: 'bad-value' });
      });

      it('can be renamed and limited while it is living, and every process learns of it', async () => {
        const { id, text } = await newKey({ calculators: ['bmi'], cap: 5 });
        const before = await changes();
        await changeKey(records, actor, id, { name: ' Till ', networks: ['192.0.2.1'], calculators: null });
        expect(await list()).toMatchObject([{ name: 'Till', networks: ['192.0.2.1'], calculators: null, cap: 5 }]);
        expect(await principalOf(text)).toMatchObject({ calculators: null, cap: 5 });
        const told = await changes();
        expect(told).toEqual([...before, { kind: 'key', id }]);
        await changeKey(records, actor, id, { name: 'Till', cap: 5 });
        expect(await changes()).toEqual(told);
        for (const wrong of [{ name: '' }, { networks: ['x'] }, { cap: -1 }, { calculators: [] }]) {
          await expect(changeKey(records, actor, id, wrong)).rejects.toMatchObject({ code: 'bad-value' });
        }
        await revokeKey(records, actor, id);
        await expect(changeKey(records, actor, id, { name: 'x' })).rejects.toMatchObject({ code: 'key-ended' });
      });

      it('is unknown to another client and to another developer', async () => {
        const { id } = await newKey();
        const { userId } = await developer();
        const unknown = { code: 'unknown-key' };
        for (const scope of [{ clientId: 'cl_other' }, { clientId, userId }]) {
          await expect(revokeKey(records, actor, id, scope)).rejects.toMatchObject(unknown);
          await expect(rotateKey(records, actor, { keyId: id, overlap: 0, scope })).rejects.toMatchObject(unknown);
          await expect(changeKey(records, actor, id, { name: 'x' }, scope)).rejects.toMatchObject(unknown);
          expect((await list(scope)).map((key) => key.id)).not.toContain(id);
        }
        expect((await list()).find((key) => key.id === id)).toMatchObject({ name: 'app', state: 'active' });
      });

      it('can be rotated by the developer who owns it', async () => {
        const { userId, key } = await developer();
        const { successor } = await rotateKey(records, actor, {
          keyId: key.id,
          overlap: 0,
          scope: { clientId, userId },
        });
        expect(await principalOf(successor.text)).toMatchObject({ userId });
        expect(await list({ clientId, userId })).toHaveLength(2);
      });
    });

    describe('a leaked key', () => {
      const report = (text: string, mails = newMails()) =>
        reportLeak(records, actor, mails.enqueueMail, { text, foundAt: 'https://git.example.com/x' });

      it('is revoked, and the admins with an address get one mail', async () => {
        await records.db.updateTable('users').set({ email: 'ann@example.com' }).execute();
        const { userId, key } = await developer();
        await records.db.updateTable('users').set({ email: 'dora@example.com' }).where('id', '=', userId).execute();
        const mails = newMails();
        expect(await report(key.text, mails)).toBe('revoked');
        expect(await report(key.text, mails)).toBe('ended');
        expect(await principalOf(key.text)).toBeNull();
        expect(mails.sent).toEqual([
          {
            kind: 'key-leaked',
            to: 'ann@example.com',
            language: 'en',
            client: 'Acme',
            key: { name: 'Dora', start: key.text.slice(0, 12), hint: key.text.slice(-4) },
            foundAt: 'https://git.example.com/x',
          },
        ]);
      });

      it('that is not ours changes nothing', async () => {
        const told = await changes();
        expect(await report('not a key')).toBe('unknown');
        expect(await report(newKeyText('live'))).toBe('unknown');
        expect(await changes()).toEqual(told);
      });
    });

    it('of a user who becomes finance no longer allow any endpoint', async () => {
      const { userId, key } = await developer();
      await changeUser(records, actor, { clientId, userId }, { role: 'finance' });
      expect(await principalOf(key.text)).toMatchObject({ role: 'finance' });
    });

    describe('a rotation', () => {
      it('of a key that expires tomorrow makes both expire tomorrow, whatever the overlap', async () => {
        const old = await newKey({ expiresAt: NOW + DAY });
        const { successor, oldKeyEnds } = await rotateKey(records, actor, { keyId: old.id, overlap: 7 * DAY });
        expect(oldKeyEnds).toBe(NOW + DAY);
        expect((await principalOf(old.text))?.expiresAt).toBe(NOW + DAY);
        expect((await principalOf(successor.text))?.expiresAt).toBe(NOW + DAY);
      });

      it('of a key without expiry ends the old key after the overlap and gives the new key no expiry', async () => {
        const old = await newKey({ calculators: ['bmi'], cap: 9, environment: 'dev' });
        const { successor } = await rotateKey(records, actor, { keyId: old.id, overlap: 7 * DAY });
        expect((await principalOf(old.text))?.expiresAt).toBe(NOW + 7 * DAY);
        const inherited = { expiresAt: null, calculators: new Set(['bmi']), cap: 9, environment: 'dev' };
        expect(await principalOf(successor.text)).toMatchObject(inherited);
        expect(successor.text).toMatch(/^vg_dev_/);
      });

      it('is refused for a replaced, revoked or expired key', async () => {
        const replaced = await newKey();
        const { successor } = await rotateKey(records, actor, { keyId: replaced.id, overlap: 0 });
        await expect(
          rotateKey(records, { ...actor, at: NOW - 1 }, { keyId: replaced.id, overlap: 0 }),
        ).rejects.toMatchObject({
          code: 'key-replaced',
        });
        await revokeKey(records, actor, successor.id);
        await expect(rotateKey(records, actor, { keyId: successor.id, overlap: 0 })).rejects.toMatchObject({
          code: 'key-ended',
        });
        const expired = await newKey({ expiresAt: NOW + DAY });
        const later = { ...actor, at: NOW + DAY };
        await expect(rotateKey(records, later, { keyId: expired.id, overlap: 0 })).rejects.toMatchObject({
          code: 'key-ended',
        });
        await expect(rotateKey(records, actor, { keyId: 'key_nobody', overlap: 0 })).rejects.toMatchObject({
          code: 'unknown-key',
        });
      });

      it('publishes a change of both keys', async () => {
        const old = await newKey();
        const { successor } = await rotateKey(records, actor, { keyId: old.id, overlap: 0 });
        const told = (await changes()).slice(-2);
        expect(told).toEqual([
          { kind: 'key', id: successor.id },
          { kind: 'key', id: old.id },
        ]);
      });
    });
  });
}
