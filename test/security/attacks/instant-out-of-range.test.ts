// The attack: an admin, or an attacker with an admin's session, creates a key that expires at
// 9999-12-31T23:59:59-01:00. In UTC that is the year 10000, which no answer can express: the key was created, the call
// answered 500, and so did every later list of keys of the account.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Browser, firstAdmin } from '../../support/browser.ts';
import { startTestGateway, type TestGateway } from '../../support/in-process-gateway.ts';

const KEYS = '/platform/v1/keys';

let gateway: TestGateway;
let admin: Browser;
beforeAll(async () => {
  gateway = await startTestGateway();
  admin = await firstAdmin(gateway);
});
afterAll(() => gateway.stop());

it.each([
  '9999-12-31T23:59:59-01:00',
  '9999-12-31T23:59:59Z',
  '2100-01-01T00:00:01Z',
  '2099-12-31T23:59:59-23:59',
  '1999-12-31T23:59:59Z',
  '0000-01-01T00:00:00+23:59',
])('a key that expires at %s is refused, and the list of keys stays readable', async (expires_at) => {
  const before = (await admin.call('GET', KEYS)).body.keys.length;
  const refused = await admin.call('POST', KEYS, { name: 'k', environment: 'test', expires_at });
  expect({ status: refused.status, errors: refused.body.errors }).toMatchObject({
    status: 400,
    errors: [{ field: 'expires_at' }],
  });
  const list = await admin.call('GET', KEYS);
  expect({ status: list.status, keys: list.body.keys?.length }).toEqual({ status: 200, keys: before });
});

it('a key may expire up to the end of the last supported year', async () => {
  const key = { name: 'k', environment: 'test', expires_at: '2099-12-31T23:59:59Z' };
  const made = await admin.call('POST', KEYS, key);
  expect(made).toMatchObject({ status: 201, body: { expires_at: '2099-12-31T23:59:59.000Z' } });
});

it.each(['from', 'to'])('the audit refuses %s out of range', async (name) => {
  for (const instant of ['9999-12-31T23:59:59-01:00', '0000-01-01T00:00:00Z']) {
    const refused = await admin.call('GET', `/platform/v1/audit?${name}=${encodeURIComponent(instant)}`);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: name }] } });
  }
});

it.each(['0000-01', '1999-12', '2100-01', '9999-12'])('statements and usage refuse the month %s', async (month) => {
  const statement = await admin.call('GET', `/platform/v1/statements/${month}`);
  expect({ [month]: statement.status }).toEqual({ [month]: 404 });
  expect((await admin.call('GET', `/platform/v1/usage?month=${month}`)).status).toBe(400);
});
