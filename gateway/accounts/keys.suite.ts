import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Records } from '../records/records.ts';
import { createClient } from './clients.ts';
import { revokeKey, rotateKey } from './key-end.ts';
import { hashKey } from './key-format.ts';
import { listKeys } from './key-list.ts';
import { createKey, type NewKey } from './keys.ts';
import { saveLastUsed } from './last-used.ts';
import { readLimits } from './limits.ts';
import { setPlan } from './plans.ts';
import { syncPlans } from './plans-file.ts';
import { readPrincipal } from './read-principal.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY = 86_400_000;
const actor = { name: 'cli', at: NOW, address: null };

/** What keys guarantee on every database. `open` opens a database that is empty in each test. */
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
    const changes = () => records.db.selectFrom('changes').select(['kind', 'id']).orderBy('seq').execute();

    describe('a key', () => {
      it('opens what its client, its plan and its own settings say', async () => {
        const key = await newKey({ environment: 'test', expiresAt: NOW + DAY, calculators: ['bmi'], cap: 50 });
        expect(await principalOf(key.text)).toEqual({
          channel: 'direct',
          clientId,
          userId: expect.stringMatching(/^us_[0-9A-Za-z]{22}$/),
          keyId: key.id,
          role: 'admin',
          environment: 'test',
          plan: 'free',
          limits: { version: 1, quota: 1_000, burst: { q: 10, w: 10 }, mode: 'credits', granted: 0, ceiling: null },
          calculators: new Set(['bmi']),
          cap: 50,
          expiresAt: NOW + DAY,
        });
      });

      it('never opens a calculator that its plan does not', async () => {
        const plan = { quota: 5, burst: null, mode: 'block', ceiling: null } as const;
        await syncPlans(records, actor, [{ name: 'narrow', ...plan, calculators: ['bmi', 'tdee'] }]);
        await setPlan(records, actor, clientId, 'narrow', {});
        const key = await newKey({ calculators: ['tdee', 'lifespan'] });
        expect((await principalOf(key.text))?.calculators).toEqual(new Set(['tdee']));
        expect((await principalOf((await newKey()).text))?.calculators).toEqual(new Set(['bmi', 'tdee']));
      });

      it('stands nowhere in the records, and its hash in no audit', async () => {
        const { text } = await newKey();
        const keys = JSON.stringify(await records.db.selectFrom('keys').selectAll().execute());
        const audit = JSON.stringify(await records.db.selectFrom('audit').selectAll().execute());
        expect(keys).toContain(hashKey(text));
        expect(keys + audit).not.toContain(text);
        expect(audit).not.toContain(hashKey(text));
      });

      it('that was revoked is refused, though its row and its owner stay', async () => {
        const { id, text } = await newKey();
        await revokeKey(records, actor, id);
        const reading = await readPrincipal(records.db, hashKey(text));
        expect(reading.principal).toBeNull();
        expect(reading.owner).toEqual({ clientId, keyId: id, plan: 'free' });
        expect(await listKeys(records.db, clientId, NOW)).toMatchObject([{ id, state: 'revoked', revokedAt: NOW }]);
      });

      it('revoked twice keeps the time of the first and tells nobody again', async () => {
        const { id } = await newKey();
        await revokeKey(records, actor, id);
        const told = await changes();
        await revokeKey(records, { ...actor, at: NOW + DAY }, id);
        expect(await changes()).toEqual(told);
        expect(await listKeys(records.db, clientId, NOW)).toMatchObject([{ revokedAt: NOW }]);
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

      it('that expires in the past, or of nobody, is not made', async () => {
        await expect(newKey({ expiresAt: NOW })).rejects.toMatchObject({ code: 'bad-value' });
        await expect(newKey({ clientId: 'cl_nobody' })).rejects.toMatchObject({ code: 'unknown-client' });
        await expect(newKey({ userId: 'us_nobody' })).rejects.toMatchObject({ code: 'unknown-user' });
        expect(await listKeys(records.db, clientId, NOW)).toEqual([]);
      });

      it('remembers its latest use, whichever process tells it first', async () => {
        const { id } = await newKey();
        await saveLastUsed(records, new Map([[id, NOW + 5]]));
        await saveLastUsed(records, new Map([[id, NOW + 2]]));
        expect(await listKeys(records.db, clientId, NOW)).toMatchObject([{ lastUsedAt: NOW + 5 }]);
      });
    });

    describe('a rotation', () => {
      it('of a key that ends tomorrow leaves both ending tomorrow, whatever the overlap', async () => {
        const old = await newKey({ expiresAt: NOW + DAY });
        const { successor, oldKeyEnds } = await rotateKey(records, actor, old.id, 7 * DAY);
        expect(oldKeyEnds).toBe(NOW + DAY);
        expect((await principalOf(old.text))?.expiresAt).toBe(NOW + DAY);
        expect((await principalOf(successor.text))?.expiresAt).toBe(NOW + DAY);
      });

      it('of a key without end gives the old one the overlap and the new one no end', async () => {
        const old = await newKey({ calculators: ['bmi'], cap: 9, environment: 'dev' });
        const { successor } = await rotateKey(records, actor, old.id, 7 * DAY);
        expect((await principalOf(old.text))?.expiresAt).toBe(NOW + 7 * DAY);
        const inherited = { expiresAt: null, calculators: new Set(['bmi']), cap: 9, environment: 'dev' };
        expect(await principalOf(successor.text)).toMatchObject(inherited);
        expect(successor.text).toMatch(/^vg_dev_/);
      });

      it('is refused for a key that was replaced, revoked or has expired', async () => {
        const replaced = await newKey();
        const { successor } = await rotateKey(records, actor, replaced.id, 0);
        await expect(rotateKey(records, { ...actor, at: NOW - 1 }, replaced.id, 0)).rejects.toMatchObject({
          code: 'key-replaced',
        });
        await revokeKey(records, actor, successor.id);
        await expect(rotateKey(records, actor, successor.id, 0)).rejects.toMatchObject({ code: 'key-ended' });
        const expired = await newKey({ expiresAt: NOW + DAY });
        const later = { ...actor, at: NOW + DAY };
        await expect(rotateKey(records, later, expired.id, 0)).rejects.toMatchObject({ code: 'key-ended' });
        await expect(rotateKey(records, actor, 'key_nobody', 0)).rejects.toMatchObject({ code: 'unknown-key' });
      });

      it('tells every process of both keys', async () => {
        const old = await newKey();
        const { successor } = await rotateKey(records, actor, old.id, 0);
        const told = (await changes()).slice(-2);
        expect(told).toEqual([
          { kind: 'key', id: successor.id },
          { kind: 'key', id: old.id },
        ]);
      });
    });
  });
}
