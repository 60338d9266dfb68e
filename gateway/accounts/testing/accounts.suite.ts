import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Records } from '../../records/records.ts';
import { createClient } from '../clients/clients.ts';
import { findClient } from '../find-client.ts';
import { hashKey } from '../keys/key-format.ts';
import { createKey } from '../keys/keys.ts';
import { readPrincipal } from '../keys/read-principal.ts';
import { firstStart } from '../onboarding/first-start.ts';
import { readLimits } from '../plans/limits.ts';
import { listPlans, setPlan } from '../plans/plans.ts';
import { syncPlans } from '../plans/plans-file.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY = 86_400_000;
const actor = { name: 'cli', at: NOW, address: null };

/** The guarantees of accounts on every database. `open` opens an empty database for each test. */
export function accountsSuite(open: () => Promise<Records>): void {
  describe('accounts', () => {
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

    const newKey = () => {
      const anything = { userId: null, expiresAt: null, calculators: null, cap: null };
      return createKey(records, actor, { clientId, name: 'app', environment: 'live', ...anything });
    };
    const principalOf = async (text: string) => (await readPrincipal(records.db, hashKey(text))).principal;
    const changes = () => records.db.selectFrom('changes').select(['kind', 'id']).orderBy('seq').execute();
    const audited = async () =>
      (await records.db.selectFrom('audit').select('action').orderBy('id').execute()).map((row) => row.action);

    describe('limits', () => {
      it('are those of the plan except for the client’s overrides, and "unlimited" differs from "as planned"', async () => {
        await setPlan(records, actor, clientId, 'starter', { quota: null, ceiling: 77 });
        const starter = { burst: { q: 100, w: 10 }, mode: 'credits', granted: 0 };
        expect(await readLimits(records.db, clientId)).toEqual({ version: 2, quota: null, ceiling: 77, ...starter });
        await setPlan(records, actor, clientId, 'starter', {});
        expect(await readLimits(records.db, clientId)).toEqual({
          version: 3,
          quota: 25_000,
          ceiling: null,
          ...starter,
        });
      });

      it('of all clients on a plan change with the plan, once', async () => {
        const key = await newKey();
        const figures = { quota: 7, burst: { q: 1, w: 60 }, mode: 'block', ceiling: 8 } as const;
        const plans = [
          {
            name: 'free',
            ...figures,
            calculators: null,
            price: null,
            offered: true,
            mostKeys: 100,
            mostUsers: 100,
            outagePercent: 25,
          },
        ];
        expect(await syncPlans(records, actor, plans)).toEqual(['free']);
        expect((await principalOf(key.text))?.limits).toEqual({
          ...{ version: 2, granted: 0, outagePercent: 25 },
          ...figures,
        });
        expect((await changes()).at(-1)).toEqual({ kind: 'plan', id: 'free' });
        const told = await changes();
        expect(await syncPlans(records, actor, plans)).toEqual([]);
        expect(await changes()).toEqual(told);
        expect((await readLimits(records.db, clientId))?.version).toBe(2);
      });

      it('are refused if they are invalid', async () => {
        await expect(setPlan(records, actor, clientId, 'golden', {})).rejects.toMatchObject({ code: 'unknown-plan' });
        await expect(setPlan(records, actor, clientId, 'pro', { quota: -1 })).rejects.toMatchObject({
          code: 'bad-value',
        });
        await expect(setPlan(records, actor, clientId, 'pro', { burst: { q: 0, w: 1 } })).rejects.toMatchObject({
          code: 'bad-value',
        });
        expect((await readLimits(records.db, clientId))?.version).toBe(1);
      });

      it('of the built-in plan `local` are unlimited', async () => {
        const local = (await listPlans(records.db)).find(({ name }) => name === 'local');
        expect(local).toEqual({
          name: 'local',
          quota: null,
          burst: null,
          mode: 'soft',
          ceiling: null,
          calculators: null,
          price: null,
          offered: false,
          mostKeys: null,
          mostUsers: null,
          outagePercent: 1,
        });
      });
    });

    describe('a change', () => {
      it('is read together with its sequence number, in one snapshot', async () => {
        const { text } = await newKey();
        const newest = await records.db
          .selectFrom('changes')
          .select((eb) => eb.fn.max('seq').as('seq'))
          .executeTakeFirstOrThrow();
        expect((await readPrincipal(records.db, hashKey(text))).asOf).toBe(newest.seq);
        expect((await readPrincipal(records.db, 'no such hash')).asOf).toBe(newest.seq);
      });

      it('that fails leaves no record, no change event and no audit entry', async () => {
        const before = [await changes(), await audited()];
        // The client is written before its admin's name is checked.
        const failing = createClient(records, actor, {
          name: 'Other',
          plan: 'free',
          admin: { name: ' ', email: null },
        });
        await expect(failing).rejects.toMatchObject({ code: 'bad-value' });
        expect([await changes(), await audited()]).toEqual(before);
        await expect(findClient(records.db, 'Other')).rejects.toMatchObject({ code: 'unknown-client' });
      });

      it('is audited with its actor, its time and the previous values', async () => {
        await setPlan(records, { name: 'us_7', at: NOW + 1, address: '192.0.2.7' }, clientId, 'pro', { quota: 5 });
        expect(await audited()).toEqual(['client.create', 'user.create', 'plan.set']);
        const line = await records.db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
        expect(line).toMatchObject({ actor: 'us_7', at: NOW + 1, address: '192.0.2.7', client_id: clientId });
        expect(JSON.parse(line.before ?? '')).toEqual({ plan: 'free', overrides: {} });
        expect(JSON.parse(line.after ?? '')).toEqual({ plan: 'pro', overrides: { quota: 5 } });
      });
    });

    describe('a client', () => {
      it('is found by its id, and by its name while the name is unique', async () => {
        expect((await findClient(records.db, clientId)).name).toBe('Acme');
        expect((await findClient(records.db, 'Acme')).id).toBe(clientId);
        const twin = await createClient(records, actor, {
          name: 'Acme',
          plan: 'pro',
          admin: { name: 'Bob', email: null },
        });
        await expect(findClient(records.db, 'Acme')).rejects.toMatchObject({ code: 'ambiguous-client' });
        expect((await findClient(records.db, twin.clientId)).plan).toBe('pro');
      });

      it('cannot have a name with terminal control characters, or an admin whose address is taken', async () => {
        const admin = { name: 'Eve', email: 'eve@example.com' };
        await expect(createClient(records, actor, { name: '\u001b[2J', plan: 'free', admin })).rejects.toMatchObject({
          code: 'bad-value',
        });
        await createClient(records, actor, { name: 'One', plan: 'free', admin });
        const shouting = { name: 'Two', plan: 'free', admin: { name: 'Eve', email: 'EVE@example.com' } };
        await expect(createClient(records, actor, shouting)).rejects.toMatchObject({ code: 'email-taken' });
      });
    });

    describe('the first start', () => {
      it('of an installation that has a client creates nothing', async () => {
        expect(await firstStart(records, NOW)).toBeNull();
      });

      it('creates one client and shows its key once, however many processes start at once', async () => {
        await records.db.deleteFrom('users').execute();
        await records.db.deleteFrom('clients').execute();
        const starts = await Promise.all([
          firstStart(records, NOW),
          firstStart(records, NOW),
          firstStart(records, NOW),
        ]);
        const [made, ...more] = starts.filter((start) => start !== null);
        expect(more).toEqual([]);
        const principal = await principalOf(made?.key.text ?? '');
        expect(principal).toMatchObject({ plan: 'local', role: 'admin', environment: 'live', expiresAt: null });
        expect(principal?.limits).toMatchObject({ quota: null, burst: null, ceiling: null, mode: 'soft' });
        const link = await records.db.selectFrom('setup_links').selectAll().executeTakeFirstOrThrow();
        expect(link).toMatchObject({
          hash: hashKey(made?.setup.token ?? ''),
          expires_at: NOW + 7 * DAY,
          used_at: null,
        });
        expect((await findClient(records.db, 'Vitalgate')).id).toBe(made?.clientId);
      });
    });
  });
}
