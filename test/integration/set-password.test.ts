import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyPassword } from '../../gateway/accounts/password.ts';
import { openRecords } from '../../gateway/records/records.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const PASSWORD = 'correct horse battery staple';
const set = (token: string, password: string) => gateway.post('/platform/v1/password', { token, password }, {});

it('the page behind the link comes from us alone and runs no inline script', async () => {
  const page = await gateway.get('/set-password', {});
  expect(page.status).toBe(200);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  expect(await page.text()).not.toMatch(/<script>|style=|https?:/);
  for (const asset of ['/set-password.js', '/set-password.css']) {
    expect((await gateway.get(asset, {})).status).toBe(200);
  }
});

it('a short password or an unknown link is told, and the link stays good', async () => {
  const { token } = gateway.first.setup;
  const short = await set(token, 'elevenchars');
  expect(short.status).toBe(400);
  expect(await short.json()).toMatchObject({ code: 'password-not-usable' });
  const unknown = await set(`${token.slice(0, -1)}~`, PASSWORD);
  expect(unknown.status).toBe(410);
  expect(await unknown.json()).toMatchObject({ code: 'link-not-valid' });
});

it('a body that is no JSON, or too long, is told as such', async () => {
  expect(await (await gateway.post('/platform/v1/password', '{"token":', {})).json()).toMatchObject({
    code: 'malformed-json',
  });
  expect((await set('x', 'y'.repeat(5_000))).status).toBe(413);
});

it('the link sets the password once; it is stored as argon2id, and neither it nor the link is logged', async () => {
  const { token } = gateway.first.setup;
  const both = await Promise.all([set(token, PASSWORD), set(token, PASSWORD)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 410]);
  expect((await set(token, PASSWORD)).status).toBe(410);

  const records = await openRecords({ dataDir: gateway.dataDir });
  const user = await records.db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow();
  await records.close();
  const stored = user.password_hash ?? '';
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(PASSWORD, stored)).toBe(true);
  expect(await verifyPassword(`${PASSWORD} `, stored)).toBe(false);
  expect(gateway.logged()).not.toContain(token);
  expect(gateway.logged()).not.toContain(PASSWORD);
});
