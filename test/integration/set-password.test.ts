import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyPassword } from '../../gateway/accounts/sessions/password.ts';
import { openRecords } from '../../gateway/records/records.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const PASSWORD = 'correct horse battery staple';
const EMAIL = 'ann@example.com';
const post = (path: string, body: unknown) => gateway.post(`/platform/v1/${path}`, body, {});
const set = (token: string, password: string, more: object = {}) => post('password', { token, password, ...more });

it.each(['/set-password', '/invitation', '/sign-up', '/confirm-email', '/undo-email'])(
  'the page %s loads only our own scripts, and none inline',
  async (path) => {
    const page = await gateway.get(path, {});
    expect(page.status).toBe(200);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    const html = await page.text();
    expect(html).not.toMatch(/<script>|style=|https?:/);
    for (const [, asset = ''] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
      expect((await gateway.get(`/${asset}`, {})).status, asset).toBe(200);
    }
  },
);

it('its texts are in the language of the link, from right to left in Arabic', async () => {
  expect(await (await gateway.get('/set-password?lang=de', {})).text()).toMatch(
    /<html lang="de" dir="ltr">.*Passwort/s,
  );
  expect(await (await gateway.get('/set-password?lang=ar', {})).text()).toContain('<html lang="ar" dir="rtl">');
});

it('the link names its user, and stays valid', async () => {
  const { token } = gateway.first.setup;
  const told = await post('link', { token });
  expect(await told.json()).toEqual({ purpose: 'set-password', name: 'Admin', email: null, language: 'en' });
  expect((await post('link', { token: 'x' })).status).toBe(410);
});

it('a weak password or an unknown link is reported, and the link stays valid', async () => {
  const { token } = gateway.first.setup;
  for (const password of ['elevenchars', 'password1234', 'qwertyuiop12345', 'annexample2026']) {
    const weak = await set(token, password, { email: EMAIL });
    expect(weak.status, password).toBe(400);
    expect(await weak.json()).toMatchObject({ code: 'password-not-usable' });
  }
  const unknown = await set(`${token.slice(0, -1)}~`, PASSWORD);
  expect(unknown.status).toBe(410);
  expect(await unknown.json()).toMatchObject({ code: 'link-not-valid' });
});

it('a body that is not JSON, of another type, too long, or with unknown members is refused as such', async () => {
  expect(await (await post('password', '{"token":')).json()).toMatchObject({ code: 'malformed-json' });
  expect(await (await post('password', '{"token":"a","token":"b"}')).json()).toMatchObject({ code: 'repeated-member' });
  expect((await set('x', 'y'.repeat(20_000))).status).toBe(413);
  expect((await gateway.post('/platform/v1/password', '{}', { 'Content-Type': 'text/plain' })).status).toBe(415);
  expect(await (await set('x', PASSWORD, { rôle: 'admin', emial: EMAIL })).json()).toMatchObject({
    code: 'invalid-parameters',
    errors: [
      { field: 'rôle', code: 'unknown' },
      { field: 'emial', code: 'unknown_nearest', message: expect.stringContaining('email') },
    ],
  });
});

it('the link sets the password once; it is stored as argon2id, and neither is logged', async () => {
  const { token } = gateway.first.setup;
  const both = await Promise.all([
    set(token, PASSWORD, { email: 'Ann@Example.com' }),
    set(token, PASSWORD, { email: 'Ann@Example.com' }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 410]);
  expect((await set(token, PASSWORD)).status).toBe(410);

  const records = await openRecords({ dataDir: gateway.dataDir });
  const user = await records.db.selectFrom('users').select(['password_hash', 'email']).executeTakeFirstOrThrow();
  await records.close();
  expect(user.email).toBe(EMAIL);
  const stored = user.password_hash ?? '';
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(PASSWORD, stored)).toBe(true);
  expect(await verifyPassword(`${PASSWORD} `, stored)).toBe(false);
  expect(gateway.logged()).not.toContain(token);
  expect(gateway.logged()).not.toContain(PASSWORD);
});
