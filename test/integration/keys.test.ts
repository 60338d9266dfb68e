import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../gateway/accounts/clients/clients.ts';
import { changeKey } from '../../gateway/accounts/keys/key-change.ts';
import { createKey, type NewKey } from '../../gateway/accounts/keys/keys.ts';
import { setPlan } from '../../gateway/accounts/plans/plans.ts';
import { syncPlans } from '../../gateway/accounts/plans/plans-file.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { type Browser, firstAdmin } from '../support/browser.ts';
import { startTestGateway, TDEE, type TestGateway } from '../support/in-process-gateway.ts';
import { waitUntil } from '../support/wait-until.ts';

let gateway: TestGateway;
/** Works on the same records as the gateway, like the command line. */
let records: Records;
const actor = { name: 'test', at: Date.now(), address: null };

beforeAll(async () => {
  gateway = await startTestGateway({ TRUST_PROXY: '127.0.0.1, ::1' });
  records = await openRecords({ dataDir: gateway.dataDir });
});
afterAll(async () => {
  await records.close();
  await gateway.stop();
});

/** A new client with 100 calls and a burst of 2, and a key that calls from an address behind the proxy. */
async function keyWith(settings: Partial<NewKey>) {
  const client = { name: `Client ${Math.random()}`, plan: 'free', admin: { name: 'A', email: null } };
  const { clientId } = await createClient(records, actor, client);
  await setPlan(records, actor, clientId, 'free', { quota: 100, burst: { q: 2, w: 3_600 } });
  const anything = { expiresAt: null, calculators: null, cap: null };
  const owner = { clientId, userId: null, name: 'k', environment: 'test' } as const;
  const key = await createKey(records, actor, { ...owner, ...anything, ...settings });
  const from = (address: string, path = TDEE) =>
    gateway.get(path, { 'X-API-Key': key.text, 'X-Forwarded-For': address, 'X-Forwarded-Proto': 'https' });
  return { ...key, from };
}

it('a key with networks is refused from other addresses with a 403 that names the address, and takes nothing', async () => {
  const key = await keyWith({ networks: ['203.0.113.0/24', '2001:db8::/32'] });
  for (const path of [TDEE, '/api/v1', '/api/v1/nothing']) {
    for (const address of ['198.51.100.7', '2001:db9::1', 'unknown']) {
      const response = await key.from(address, path);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({
        code: 'key-not-allowed-here',
        detail: expect.stringContaining(`from ${address},`),
      });
      expect(response.headers.get('ratelimit')).toMatch(/^"burst";r=2;t=0, "month";r=100;/);
    }
  }
  expect((await key.from('203.0.113.7')).status).toBe(200);
  const inside = await key.from('2001:db8::7');
  expect(inside.status).toBe(200);
  expect(inside.headers.get('ratelimit')).toContain('"month";r=98;');
});

it('a forged X-Forwarded-For does not open a key: the last address outside the trusted proxies counts', async () => {
  const key = await keyWith({ networks: ['203.0.113.7'] });
  expect((await key.from('203.0.113.7, 198.51.100.7')).status).toBe(403);
  expect((await key.from('198.51.100.7, 203.0.113.7, 127.0.0.1')).status).toBe(200);
});

it('changed networks of a key take effect within a second', async () => {
  const key = await keyWith({ networks: ['203.0.113.7'] });
  expect((await key.from('203.0.113.7', '/api/v1/nothing')).status).toBe(404);
  await changeKey(records, actor, key.id, { networks: ['198.51.100.7'] });
  const status = async () => (await key.from('203.0.113.7', '/api/v1/nothing')).status;
  await waitUntil('the change', async () => ((await status()) === 403 ? true : undefined), 1_000);
  expect((await key.from('198.51.100.7', '/api/v1/nothing')).status).toBe(404);
});

describe('through the platform', () => {
  const KEYS = '/platform/v1/keys';
  let admin: Browser;
  beforeAll(async () => {
    admin = await firstAdmin(gateway);
  });
  const withKey = (key: string, path: string) => gateway.get(path, { 'X-API-Key': key });

  it('a key is created for an application with all its limits, and shown once', async () => {
    const limits = { calculators: ['tdee'], networks: ['127.0.0.0/8'], cap: 2 };
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const asked = { name: 'Nightly', environment: 'test', application: 'Back end', expires_at, ...limits };
    const made = await admin.call('POST', KEYS, asked);
    expect(made).toMatchObject({ status: 201, body: { ...asked, state: 'expiring' } });
    const { key, id, start, hint } = made.body;
    expect([key.startsWith(start), key.endsWith(hint)]).toEqual([true, true]);
    const listed = (await admin.call('GET', `${KEYS}/${id}`)).body;
    expect(listed).toMatchObject({ ...asked, language: 'en' });
    expect(listed).not.toHaveProperty('key');
    expect((await withKey(key, TDEE)).status).toBe(200);
    expect((await withKey(key, '/api/v1/bmi?weight=65&height=168')).status).toBe(403);
    expect((await withKey(key, TDEE)).status).toBe(200);
    const capped = await withKey(key, TDEE);
    expect(capped.status).toBe(429);
    expect(await capped.json()).toMatchObject({ code: 'quota-exceeded' });
  });

  it('an invalid key is refused with every mistake in it', async () => {
    const wrong = { name: '', environment: 'prod', networks: ['10.0.0.0/40'], cap: -1, expires_at: 'soon' };
    const answer = await admin.call('POST', KEYS, wrong);
    expect(answer.status).toBe(400);
    const fields = answer.body.errors.map(({ field }: { field: string }) => field);
    expect(new Set(fields)).toEqual(new Set(['cap', 'environment', 'expires_at', 'name', 'networks.0']));
    const past = await admin.call('POST', KEYS, { name: 'k', environment: 'live', expires_at: '2020-01-01T00:00:00Z' });
    expect(past).toMatchObject({ status: 400, body: { errors: [{ field: 'expires_at' }] } });
    const unknown = { name: '', environment: 'live', calculators: ['bmi', 'tede'], expires_at: '2020-01-01T00:00:00Z' };
    const refused = await admin.call('POST', KEYS, unknown);
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'name' }, { field: 'calculators.1' }, { field: 'expires_at' }] },
    });
  });

  it('a key can be limited to calculators of the plan, and an unknown name is refused', async () => {
    const NAMES = '/platform/v1/calculators';
    const { body } = await admin.call('GET', NAMES);
    expect(body.calculators).toEqual(body.calculators.toSorted());
    expect(body.calculators).toEqual(expect.arrayContaining(['bmi', 'tdee', 'vdot']));
    const unlimited = {
      quota: null,
      burst: null,
      ceiling: null,
      price: null,
      mostKeys: null,
      mostUsers: null,
      outagePercent: 1,
    };
    const figures = { mode: 'soft', offered: false, ...unlimited } as const;
    await syncPlans(records, actor, [{ name: 'narrow', ...figures, calculators: ['tdee', 'bmi', 'gone'] }]);
    const { clientId } = await createClient(records, actor, {
      name: 'N',
      plan: 'narrow',
      admin: { name: 'A', email: null },
    });
    const anything = { expiresAt: null, calculators: null, cap: null };
    const { text } = await createKey(records, actor, {
      clientId,
      userId: null,
      name: 'k',
      environment: 'test',
      ...anything,
    });
    expect(await (await withKey(text, NAMES)).json()).toMatchObject({ calculators: ['bmi', 'tdee'] });
  });

  it('a developer sees only the own key, and can rotate it by key if an admin allows that', async () => {
    const { user, key } = (await admin.call('POST', '/platform/v1/users', { name: 'Dora', role: 'developer' })).body;
    const other = (await admin.call('POST', KEYS, { name: 'other', environment: 'live' })).body;
    const own = await (await withKey(key.key, KEYS)).json();
    expect(own).toMatchObject({ keys: [{ id: key.id, user: user.id }] });
    expect((await withKey(key.key, `${KEYS}/${other.id}`)).status).toBe(404);
    const rotate = (id: string, by: string) =>
      gateway.post(`${KEYS}/${id}/rotate`, { overlap_seconds: 0 }, { 'X-API-Key': by });
    expect((await rotate(other.id, key.key)).status).toBe(403);
    const refused = await rotate(key.id, key.key);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      code: 'session-required',
      detail: expect.stringContaining('may not rotate itself'),
    });
    const allowed = await admin.call('PATCH', `${KEYS}/${key.id}`, { rotates_itself: true });
    expect(allowed).toMatchObject({ status: 200, body: { rotates_itself: true } });
    const rotated = await rotate(key.id, key.key);
    expect(rotated.status).toBe(201);
    const { key: successor } = JSON.parse(await rotated.text());
    expect((await withKey(successor, TDEE)).status).toBe(200);
    await waitUntil(
      'the old key’s end',
      async () => ((await withKey(key.key, TDEE)).status === 401 ? true : undefined),
      1_000,
    );
    // Not even an admin's key can replace another key: that needs a session.
    expect((await rotate(other.id, gateway.key)).status).toBe(403);
    expect((await admin.call('POST', `${KEYS}/${other.id}/rotate`, {})).status).toBe(201);
  });

  it('a revoked key is refused within a second, and cannot be changed or replaced', async () => {
    const { id, key } = (await admin.call('POST', KEYS, { name: 'k', environment: 'live' })).body;
    expect((await withKey(key, TDEE)).status).toBe(200);
    expect((await admin.call('DELETE', `${KEYS}/${id}`)).status).toBe(204);
    await waitUntil(
      'the revocation',
      async () => ((await withKey(key, TDEE)).status === 401 ? true : undefined),
      1_000,
    );
    const ended = { status: 409, body: { code: 'conflict', reason: 'key-ended' } };
    expect(await admin.call('PATCH', `${KEYS}/${id}`, { name: 'x' })).toMatchObject(ended);
    expect(await admin.call('POST', `${KEYS}/${id}/rotate`, {})).toMatchObject(ended);
    expect((await admin.call('DELETE', `${KEYS}/key_${'0'.repeat(22)}`)).status).toBe(404);
  });
});
