import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Browser, firstAdmin } from '../support/browser.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';

const AUDIT = '/platform/v1/audit';

let gateway: TestGateway;
let admin: Browser;
beforeAll(async () => {
  gateway = await startTestGateway();
  admin = await firstAdmin(gateway);
});
afterAll(() => gateway.stop());

const lines = async (query = '') => (await admin.call('GET', `${AUDIT}?limit=200${query}`)).body.entries;

it('every changing route leaves an entry with actor and address, and without any secret', async () => {
  const secrets: string[] = [];
  const changed = async (action: string, method: string, path: string, body?: object) => {
    const before = await lines();
    const answer = await admin.call(method, path, body);
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    const added = (await lines()).slice(0, -before.length);
    const line = added.find((one: { action: string }) => one.action === action);
    expect(line, `${action} by ${method} ${path}`).toMatchObject({ address: '127.0.0.1' });
    for (const text of JSON.stringify(answer.body ?? '').match(/vg_(dev|test|live)_[0-9A-Za-z]{49}/g) ?? []) {
      secrets.push(text);
    }
    return answer.body;
  };
  const { user } = await changed('user.create', 'POST', '/platform/v1/users', { name: 'Dora', role: 'developer' });
  const dora = `/platform/v1/users/${user.id}`;
  await changed('user.rename', 'PATCH', dora, { name: 'Dora B.' });
  await changed('user.role', 'PATCH', dora, { role: 'finance' });
  await changed('user.disable', 'POST', `${dora}/disable`);
  await changed('user.enable', 'POST', `${dora}/enable`);
  await changed('user.remove', 'DELETE', dora);
  const fynn = { name: 'Fynn', role: 'finance', email: 'fynn@example.com' };
  const invited = await changed('user.invite', 'POST', '/platform/v1/invitations', fynn);
  await changed('user.invite-again', 'POST', `/platform/v1/users/${invited.id}/invitation`);
  const key = await changed('key.create', 'POST', '/platform/v1/keys', { name: 'k', environment: 'test' });
  await changed('key.change', 'PATCH', `/platform/v1/keys/${key.id}`, { name: 'l', networks: ['192.0.2.1'] });
  await changed('key.rotate', 'POST', `/platform/v1/keys/${key.id}/rotate`, { overlap_seconds: 60 });
  await changed('key.revoke', 'DELETE', `/platform/v1/keys/${key.id}`);
  await changed('client.change', 'PATCH', '/platform/v1/client', { developer_usage: 'none' });
  await changed('plan.schedule', 'PUT', '/platform/v1/plan', { plan: 'free' });
  await changed('plan.schedule', 'DELETE', '/platform/v1/plan/next');
  const all = JSON.stringify(await lines());
  expect(secrets.length).toBe(3);
  for (const secret of [...secrets, gateway.key, gateway.first.setup.token]) expect(all).not.toContain(secret);
  expect(all).not.toMatch(/argon2id|"hash"/);
});

it('the audit is read page by page and filtered', async () => {
  const page = (await admin.call('GET', `${AUDIT}?action=key&limit=3`)).body;
  expect(page.entries).toHaveLength(3);
  const second = (await admin.call('GET', `${AUDIT}?action=key&limit=3&cursor=${page.next}`)).body;
  const keys = await lines('&action=key');
  expect([...page.entries, ...second.entries]).toEqual(keys.slice(0, 6));
  expect(new Set(keys.map(({ action }: { action: string }) => action.split('.')[0]))).toEqual(new Set(['key']));
  expect(await lines(`&record=${keys[0].record.id}&from=2099-01-01T00:00:00Z`)).toEqual([]);
  for (const wrong of ['cursor=1', 'from=yesterday', 'limit=0', 'limit=201', 'action=%25', 'order=old']) {
    expect((await admin.call('GET', `${AUDIT}?${wrong}`)).status).toBe(400);
  }
});

it('the audit is exported as CSV and as JSON lines, in a file', async () => {
  const csv = await admin.call('GET', `${AUDIT}.csv?action=user`);
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="audit.csv"');
  expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
  const [heading, ...rows] = String(csv.body).trimEnd().split('\r\n');
  expect(heading).toMatch(/^time,actor,action,/);
  expect(rows.length).toBe((await lines('&action=user')).length);
  const jsonl = await admin.call('GET', `${AUDIT}.jsonl`);
  const all = String(jsonl.body).trimEnd().split('\n');
  expect(all.length).toBe((await lines()).length);
  expect(JSON.parse(all[0] ?? '')).toMatchObject({ action: 'client.create', actor: 'start' });
});

it('a key cannot export the audit, and only an admin’s key can read it', async () => {
  expect((await gateway.get(`${AUDIT}.csv`)).status).toBe(403);
  expect((await gateway.get(AUDIT)).status).toBe(200);
  const { body } = await admin.call('POST', '/platform/v1/users', { name: 'Dev', role: 'developer' });
  expect((await gateway.get(AUDIT, { 'X-API-Key': body.key.key })).status).toBe(403);
});
