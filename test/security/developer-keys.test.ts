import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../gateway/accounts/clients/clients.ts';
import { beginSession } from '../../gateway/accounts/sessions/sessions.ts';
import { createUser } from '../../gateway/accounts/users/user-create.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import type { Role } from '../../gateway/records/tables.ts';
import { SESSION_COOKIE } from '../../gateway/web/platform/cookies.ts';
import { Browser, firstAdmin } from '../support/browser.ts';
import { startTestGateway, TDEE, type TestGateway } from '../support/in-process-gateway.ts';

const KEYS = '/platform/v1/keys';
const NEW = { name: 'Own', environment: 'live' };

// The risk: with the right to create keys, a developer escapes from the own rights, or reaches another's records.
describe('keys that developers create', () => {
  const actor = { name: 'test', at: Date.now(), address: null };
  let gateway: TestGateway;
  let records: Records;
  let ann: Browser;
  let clientId: string;
  beforeAll(async () => {
    gateway = await startTestGateway({ TRUST_PROXY: '127.0.0.1' });
    records = await openRecords({ dataDir: gateway.dataDir });
    ann = await firstAdmin(gateway);
    clientId = (await ann.call('GET', '/platform/v1/me')).body.client;
  });
  afterAll(async () => {
    await records.close();
    await gateway.stop();
  });

  const allow = (developer_keys: 'none' | 'own') => ann.call('PATCH', '/platform/v1/client', { developer_keys });

  /** A person with a session of the dashboard. */
  async function person(role: Role, client = clientId) {
    const input = { clientId: client, name: role, role, email: null, language: 'en' } as const;
    const { userId, key } = await createUser(records, actor, async () => undefined, input);
    const owner = { id: userId, client_id: client };
    const { token } = await records.write((trx) => beginSession(trx, actor, owner, 'test'));
    const browser = new Browser(gateway.baseUrl, new Map([[SESSION_COOKIE, token]]));
    await browser.takeUp();
    return { id: userId, key, browser };
  }

  it('exist only where an admin allows them, and only for developers in a session', async () => {
    const dora = await person('developer');
    const fynn = await person('finance');
    const { developer_keys } = (await ann.call('GET', '/platform/v1/client')).body;
    expect(developer_keys).toBe('none');
    expect((await dora.browser.call('POST', KEYS, NEW)).body).toMatchObject({ status: 403, code: 'role-not-allowed' });
    await allow('own');
    const { status, body } = await dora.browser.call('POST', KEYS, NEW);
    expect([status, body.user, body.cap]).toEqual([201, dora.id, null]);
    expect((await fynn.browser.call('POST', KEYS, NEW)).status).toBe(403);
    const byKey = await gateway.post(KEYS, NEW, { 'X-API-Key': dora.key.text });
    expect(await byKey.json()).toMatchObject({ status: 403, code: 'session-required' });
    await allow('none');
    expect((await dora.browser.call('POST', KEYS, NEW)).status).toBe(403);
    // The earlier key stays until an admin revokes it.
    expect((await gateway.get(TDEE, { 'X-API-Key': body.key })).status).toBe(200);
    expect((await ann.call('DELETE', `${KEYS}/${body.id}`)).status).toBe(204);
    await expect.poll(async () => (await gateway.get(TDEE, { 'X-API-Key': body.key })).status).toBe(401);
  });

  it('belong to the developer, never to another person, an application or a key that rotates itself', async () => {
    await allow('own');
    const [dora, eve] = [await person('developer'), await person('developer')];
    const { body: me } = await ann.call('GET', '/platform/v1/me');
    for (const other of [{ user: eve.id }, { user: me.id }, { application: 'Coach app' }, { rotates_itself: true }]) {
      const refused = await dora.browser.call('POST', KEYS, { ...NEW, ...other });
      expect(refused.body, JSON.stringify(other)).toMatchObject({ status: 403, code: 'role-not-allowed' });
    }
    expect((await dora.browser.call('POST', KEYS, { ...NEW, user: dora.id })).status).toBe(201);
  });

  it('have the role of a developer, count against the plan, and are in the audit', async () => {
    await allow('own');
    const dora = await person('developer');
    const { body } = await dora.browser.call('POST', KEYS, { ...NEW, calculators: ['bmi'] });
    const withKey = { 'X-API-Key': body.key };
    expect((await gateway.get(TDEE, withKey)).status).toBe(403);
    expect((await gateway.get('/platform/v1/billing', withKey)).status).toBe(403);
    expect((await gateway.get('/platform/v1/users', withKey)).status).toBe(403);
    const { entries } = (await ann.call('GET', `/platform/v1/audit?record=${body.id}`)).body;
    expect(entries).toMatchObject([{ actor: dora.id, action: 'key.create' }]);
    await records.db.updateTable('plans').set({ most_keys: 1 }).where('name', '=', 'local').execute();
    const full = await dora.browser.call('POST', KEYS, NEW);
    await records.db.updateTable('plans').set({ most_keys: null }).where('name', '=', 'local').execute();
    expect(full.body).toMatchObject({ status: 409, reason: 'too-many-keys' });
  });

  it('and their usage are out of reach of other developers and other clients', async () => {
    await allow('own');
    const [dora, eve] = [await person('developer'), await person('developer')];
    const admin = { name: 'Bob', email: 'bob@example.com' };
    const other = await createClient(records, actor, { name: 'Other', plan: 'free', admin });
    const [bob, dan] = [await person('admin', other.clientId), await person('developer', other.clientId)];
    const { body: made } = await dora.browser.call('POST', KEYS, NEW);
    for (const stranger of [eve, bob, dan]) {
      for (const path of [made.id, `${made.id}/usage`]) {
        expect((await stranger.browser.call('GET', `${KEYS}/${path}`)).status, path).toBe(404);
      }
      expect((await stranger.browser.call('POST', `${KEYS}/${made.id}/rotate`, {})).status).toBe(404);
      const { keys } = (await stranger.browser.call('GET', KEYS)).body;
      expect(keys.map(({ id }: { id: string }) => id)).not.toContain(made.id);
    }
    for (const path of [made.id, `${made.id}/usage`]) {
      expect((await dora.browser.call('GET', `${KEYS}/${path}`)).status).toBe(200);
      expect((await ann.call('GET', `${KEYS}/${path}`)).status).toBe(200);
    }
    expect((await dora.browser.call('DELETE', `${KEYS}/${made.id}`)).status).toBe(403);
    expect((await dora.browser.call('PATCH', `${KEYS}/${made.id}`, { cap: null })).status).toBe(403);
  });
});
