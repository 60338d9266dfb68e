import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../calculators/kit/index.ts';
import { createClient } from '../../gateway/accounts/clients/clients.ts';
import { changeUser } from '../../gateway/accounts/users/user-change.ts';
import { createUser } from '../../gateway/accounts/users/user-create.ts';
import { createApp } from '../../gateway/app.ts';
import { startGateway } from '../../gateway/boot/process/start.ts';
import { readConfig } from '../../gateway/configuration/config.ts';
import { createLog } from '../../gateway/operations/logger.ts';
import { openRecords } from '../../gateway/records/records.ts';
import { Browser, firstAdmin, mailedToken, PASSWORD } from '../support/browser.ts';
import { actor } from '../support/customer.ts';
import { startTestGateway, TDEE, type TestGateway } from '../support/in-process-gateway.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const NEXT = 'eleven owls above Bergen';

describe('with SIGNUP=open', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ SIGNUP: 'open' });
  });
  afterAll(() => gateway.stop());

  const post = (path: string, body: object) => gateway.post(`/platform/v1/${path}`, body, {});

  it('anyone can open an account by mail, with a working key, and sign in', async () => {
    const form = { email: 'Dora@Example.com', name: 'Dora Maar', account: 'Studio' };
    const asked = await post('sign-up', form);
    expect([asked.status, await asked.text()]).toEqual([202, '']);
    const token = await mailedToken(gateway.dataDir, 'dora@example.com');
    expect(await (await post('link', { token })).json()).toMatchObject({ purpose: 'sign-up', name: 'Dora Maar' });
    const weak = await post('sign-up/confirmation', { token, password: 'doramaar-studio' });
    expect(await weak.json()).toMatchObject({ code: 'password-not-usable' });
    const opened = await post('sign-up/confirmation', { token, password: PASSWORD });
    expect(opened.status).toBe(201);
    const { key } = (await opened.json()) as { key: { key: string } };
    expect((await gateway.get(TDEE, { 'X-API-Key': key.key })).status).toBe(200);
    expect((await post('sign-up/confirmation', { token, password: PASSWORD })).status).toBe(410);
    const browser = new Browser(gateway.baseUrl);
    await browser.signIn('dora@example.com');
    expect((await browser.call('GET', '/platform/v1/me')).body).toMatchObject({ role: 'admin', name: 'Dora Maar' });
    expect((await browser.call('GET', '/platform/v1/billing')).body).toMatchObject({ plan: 'free', quota: 1_000 });
    expect(gateway.logged()).not.toContain(token);
  });

  it('a forgotten password is replaced through a link that works once, which ends all sessions', async () => {
    const email = 'ann@example.com';
    const browser = await firstAdmin(gateway, email);
    expect((await post('password-reset', { email })).status).toBe(202);
    const token = await mailedToken(gateway.dataDir, email);
    expect((await post('password', { token, password: NEXT })).status).toBe(204);
    expect((await browser.call('GET', '/platform/v1/me')).status).toBe(401);
    expect((await post('password', { token, password: PASSWORD })).status).toBe(410);
    expect((await post('session', { email, password: PASSWORD })).status).toBe(401);
    await browser.signIn(email, NEXT);
    expect(gateway.logged()).not.toContain(token);
  });

  it('an address changes when the link mailed to it is used; the old address is notified', async () => {
    const browser = new Browser(gateway.baseUrl);
    await browser.signIn('ann@example.com', NEXT);
    const ask = (current_password: string) =>
      browser.call('POST', '/platform/v1/me/email', { email: 'anna@example.com', current_password });
    expect((await ask('not that one at all')).body).toMatchObject({ errors: [{ field: 'current_password' }] });
    expect((await ask(NEXT)).status).toBe(202);
    const token = await mailedToken(gateway.dataDir, 'anna@example.com');
    expect((await browser.call('GET', '/platform/v1/me')).body).toMatchObject({ email: 'ann@example.com' });
    expect((await post('email', { token })).status).toBe(204);
    expect((await browser.call('GET', '/platform/v1/me')).body).toMatchObject({ email: 'anna@example.com' });
  });

  it.each(LANGUAGES)('every answer and every problem is in %s on request', async (language) => {
    const key = { 'X-API-Key': gateway.key };
    const answer = await gateway.get(`/platform/v1/me?lang=${language}`, key);
    expect(answer.headers.get('content-language')).toBe(language);
    expect(await answer.json()).toMatchObject({ language });
    const problem = await gateway.get(`/platform/v1/session?lang=${language}`, key);
    expect(await problem.json()).toMatchObject({ language, code: 'session-required' });
  });

  it('an unknown route is 404, and a wrong method 405', async () => {
    expect((await gateway.get('/platform/v1/nothing')).status).toBe(404);
    expect((await gateway.get('/platform/v1')).status).toBe(404);
    const wrong = await gateway.get('/platform/v1/password');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await gateway.get('/platform/v1/me?lang=xx')).status).toBe(400);
    expect((await gateway.get('/platform/v1/me?x=1')).status).toBe(400);
  });
});

it('with SIGNUP=invite admins invite and sign-up is closed; with SIGNUP=closed both are closed', async () => {
  for (const [SIGNUP, invited] of [
    ['invite', 201],
    ['closed', 403],
  ] as const) {
    const gateway = await startTestGateway({ SIGNUP });
    const admin = await firstAdmin(gateway);
    const form = { email: 'dora@example.com', name: 'Dora', account: 'Studio' };
    const refused = await gateway.post('/platform/v1/sign-up', form, {});
    expect(await refused.json()).toMatchObject({ status: 403, code: 'sign-up-closed' });
    const invitation = { email: 'dora@example.com', name: 'Dora', role: 'developer' };
    expect((await admin.call('POST', '/platform/v1/invitations', invitation)).status).toBe(invited);
    await gateway.stop();
  }
});

describe('with PLATFORM=off', () => {
  it('the accounts API and the password page do not exist; calculators answer', async () => {
    const gateway = await startTestGateway({ PLATFORM: 'off' });
    for (const path of ['/platform/v1/me', '/platform/v1/session', '/set-password', '/sign-up']) {
      expect((await gateway.get(path)).status).toBe(404);
    }
    expect((await gateway.get(TDEE)).status).toBe(200);
    const document = (await (await gateway.get('/openapi.json', {})).json()) as { paths: object };
    expect(Object.keys(document.paths).filter((path) => path.startsWith('/platform'))).toEqual([]);
    expect(readdirSync(gateway.dataDir)).not.toContain('outbox');
    await gateway.stop();
  });

  it('the gateway refuses to start over a database that has finance users', async () => {
    const dataDir = temporaryFolder('widened');
    const records = await openRecords({ dataDir });
    const { clientId } = await createClient(records, actor, {
      name: 'Acme',
      plan: 'free',
      admin: { name: 'Ann', email: null },
    });
    const user = { clientId, name: 'Fynn', role: 'finance', email: null, language: 'en' } as const;
    const { userId } = await createUser(records, actor, async () => undefined, user);
    const config = readConfig({ PORT: '0', ADMIN_PORT: 'off', DATA_DIR: dataDir, PLATFORM: 'off' });
    const start = () => startGateway(config, createLog('silent'), createApp);
    await expect(start()).rejects.toThrow('PLATFORM: got "off", but there are finance users');
    await changeUser(records, actor, { clientId, userId }, { role: 'developer' });
    await records.close();
    const gateway = await start();
    await gateway.stop();
  });
});
