import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setPlan } from '../../gateway/accounts/plans/plans.ts';
import { openRecords } from '../../gateway/records/records.ts';
import { Browser, firstAdmin, mailedToken, PASSWORD } from '../support/browser.ts';
import { startTestGateway, TDEE, type TestGateway } from '../support/in-process-gateway.ts';
import { waitUntil } from '../support/wait-until.ts';

const USERS = '/platform/v1/users';

let gateway: TestGateway;
let admin: Browser;
beforeAll(async () => {
  gateway = await startTestGateway();
  // A limited plan: an unlimited one would not show that a call was charged.
  const records = await openRecords({ dataDir: gateway.dataDir });
  const { id } = await records.db.selectFrom('clients').select('id').executeTakeFirstOrThrow();
  await setPlan(records, { name: 'test', at: Date.now(), address: null }, id, 'starter', {});
  await records.close();
  admin = await firstAdmin(gateway);
});
afterAll(() => gateway.stop());

const withKey = (key: string, path: string) => gateway.get(path, { 'X-API-Key': key });
const create = async (name: string, role = 'developer') => (await admin.call('POST', USERS, { name, role })).body;
const within1s = (what: string, holds: () => Promise<boolean>) =>
  waitUntil(what, async () => ((await holds()) ? true : undefined), 1_000);
const statusOf = async (key: string) => (await withKey(key, TDEE)).status;
/** Units left in the month of the key's client. */
const left = (answer: Response) => Number(/"month";r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);
const leftOfAdmin = async () => left(await gateway.get('/api/v1/nothing'));

describe('a user', () => {
  it('created by the admin can call at once, with a key that is shown once and charged to the client', async () => {
    const { user, key } = await create('Dora');
    expect(user).toMatchObject({ name: 'Dora', role: 'developer', state: 'active', email: null });
    const before = await leftOfAdmin();
    const answer = await withKey(key.key, TDEE);
    expect(answer.status).toBe(200);
    expect(left(answer)).toBe(before - 1);
    expect(await leftOfAdmin()).toBe(before - 1);
    const shown = JSON.stringify((await admin.call('GET', '/platform/v1/keys')).body);
    expect(shown).toContain(key.id);
    expect(shown).not.toContain(key.key);
  });

  it('who is invited gets a mail, sets a password, and sees the key; the admin never sees the link', async () => {
    const invited = await admin.call('POST', '/platform/v1/invitations', {
      name: 'Fynn',
      role: 'finance',
      email: 'Fynn@example.com',
    });
    expect(invited).toMatchObject({ status: 201, body: { state: 'invited', email: 'fynn@example.com' } });
    const token = await mailedToken(gateway.dataDir, 'fynn@example.com');
    expect(JSON.stringify(invited.body)).not.toContain(token);

    const fynn = new Browser(gateway.baseUrl);
    const accept = (password: string) => fynn.call('POST', '/platform/v1/invitations/accept', { token, password });
    expect((await accept('fynn@example.com')).body).toMatchObject({ code: 'password-not-usable' });
    const accepted = await accept(PASSWORD);
    expect(accepted).toMatchObject({ status: 200, body: { user: { state: 'active', email_confirmed: true } } });
    expect((await accept(PASSWORD)).body).toMatchObject({ code: 'link-not-valid' });
    await fynn.signIn('fynn@example.com');

    const { key } = accepted.body.key;
    const refused = await withKey(key, TDEE);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'role-not-allowed' });
    expect(left(refused)).toBe(await leftOfAdmin());
    expect((await withKey(key, '/platform/v1/plan')).status).toBe(200);
    expect((await withKey(key, '/platform/v1/usage')).status).toBe(200);
    expect((await withKey(key, USERS)).status).toBe(403);
    expect(gateway.logged()).not.toContain(token);
    expect(gateway.logged()).not.toContain(key);
  });

  it('who becomes a finance user opens no calculator after a second, and a disabled one nothing at all', async () => {
    const { user, key } = await create('Rolf');
    expect(await statusOf(key.key)).toBe(200);
    const changed = await admin.call('PATCH', `${USERS}/${user.id}`, { role: 'finance' });
    expect(changed.body).toMatchObject({ role: 'finance' });
    await within1s('the role', async () => (await statusOf(key.key)) === 403);
    await admin.call('POST', `${USERS}/${user.id}/disable`);
    await within1s('the end', async () => (await statusOf(key.key)) === 401);
    await admin.call('PATCH', `${USERS}/${user.id}`, { role: 'developer', name: 'Rolf B.' });
    expect((await admin.call('POST', `${USERS}/${user.id}/enable`)).body).toMatchObject({ name: 'Rolf B.' });
    await within1s('the return', async () => (await statusOf(key.key)) === 200);
    expect((await admin.call('DELETE', `${USERS}/${user.id}`)).status).toBe(204);
    await within1s('the removal', async () => (await statusOf(key.key)) === 401);
    expect((await admin.call('GET', `${USERS}/${user.id}`)).status).toBe(404);
  });

  it('who is the last admin stays admin', async () => {
    const { id } = (await admin.call('GET', '/platform/v1/me')).body;
    for (const [method, path, body] of [
      ['PATCH', '', { role: 'developer' }],
      ['POST', '/disable', undefined],
      ['DELETE', '', undefined],
    ] as const) {
      const answer = await admin.call(method, `${USERS}/${id}${path}`, body);
      expect(answer).toMatchObject({ status: 409, body: { code: 'conflict', reason: 'last-admin' } });
    }
    expect((await admin.call('GET', '/platform/v1/me')).body).toMatchObject({ role: 'admin' });
  });

  it('has only declared members (mass assignment)', async () => {
    const extra = { name: 'Mallory', role: 'developer', state: 'active', client: 'cl_other', password_hash: 'x' };
    const answer = await admin.call('POST', USERS, extra);
    expect(answer.status).toBe(400);
    const fields = answer.body.errors.map(({ field }: { field: string }) => field);
    expect(fields.toSorted()).toEqual(['client', 'password_hash', 'state']);
    const { user } = await create('Mallory');
    const changed = await admin.call('PATCH', `${USERS}/${user.id}`, { email: 'root@example.com', id: 'us_x' });
    expect(changed.status).toBe(400);
  });

  it('cannot be created, changed or removed with a key: a leaked key of the admin must not admit others', async () => {
    const { user } = await create('Kay');
    const headers = { 'X-API-Key': gateway.key };
    const answer = await gateway.post(USERS, { name: 'Eve', role: 'admin' }, headers);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'session-required' });
    expect((await withKey(gateway.key, `${USERS}/${user.id}`)).status).toBe(200);
  });

  it('who is a developer sees the usage of the own keys, if the client permits it', async () => {
    const { key } = await create('Uwe');
    const usage = async () => await (await withKey(key.key, '/platform/v1/usage?month=2026-11')).json();
    await admin.call('PATCH', '/platform/v1/client', { developer_usage: 'none' });
    expect(await usage()).toMatchObject({ code: 'role-not-allowed' });
    await admin.call('PATCH', '/platform/v1/client', { developer_usage: 'own' });
    const line = {
      client_id: gateway.first.clientId,
      day: '2026-11-21',
      status: '2xx' as const,
      epoch: 'e',
      calls: 2,
      units: 2,
    };
    const records = await openRecords({ dataDir: gateway.dataDir });
    const rows = [key.id, gateway.first.key.id].map((key_id) => ({ ...line, key_id, calculator: 'bmi' }));
    await records.db.insertInto('usage_fold').values(rows).execute();
    await records.close();
    expect(await usage()).toMatchObject({
      units: 2,
      keys: [{ name: key.id, calls: 2 }],
      calculators: [{ name: 'bmi' }],
    });
    const all = (await admin.call('GET', '/platform/v1/usage?month=2026-11')).body;
    expect(all.keys.map(({ name }: { name: string }) => name).toSorted()).toContain(gateway.first.key.id);
    expect(all.units).toBeGreaterThanOrEqual(4);
  });
});
