import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, firstAdmin, mailedToken, PASSWORD } from '../support/browser.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';

const INVITATIONS = '/platform/v1/invitations';
const ACCEPT = '/platform/v1/invitations/accept';
const LINK = /^http:\/\/127\.0\.0\.1:\d+\/invitation\?lang=(\w\w)#([0-9A-Za-z]{43})$/;

const invited = (name: string, more = {}) => ({
  name,
  role: 'developer',
  email: `${name.toLowerCase()}@example.com`,
  ...more,
});

describe('the link of an invitation', () => {
  let gateway: TestGateway;
  let ann: Browser;
  beforeAll(async () => {
    gateway = await startTestGateway({ SIGNUP: 'open' });
    ann = await firstAdmin(gateway);
  });
  afterAll(() => gateway.stop());

  const tokenOf = (link: unknown) => LINK.exec(String(link))?.[2] ?? '';
  const accept = (token: string) => new Browser(gateway.baseUrl).call('POST', ACCEPT, { token, password: PASSWORD });

  it('is in the answer to the admin while mails wait in the outbox, in the language of the invitation', async () => {
    const { body } = await ann.call('POST', INVITATIONS, invited('Dora', { language: 'de' }));
    expect(LINK.exec(body.link)?.[1]).toBe('de');
    const { body: again } = await ann.call('POST', `/platform/v1/users/${body.id}/invitation`);
    expect(LINK.exec(again.link)?.[1]).toBe('de');
    // Nothing shows it later, and sending it again has ended the first one.
    expect(JSON.stringify((await ann.call('GET', `/platform/v1/users/${body.id}`)).body)).not.toContain('#');
    expect((await accept(tokenOf(body.link))).status).toBe(410);
    expect((await accept(tokenOf(again.link))).body.key.key).toMatch(/^vg_live_/);
  });

  it('and the link in the mail both work until one of them is used', async () => {
    const { body } = await ann.call('POST', INVITATIONS, invited('Eve'));
    const mailed = await mailedToken(gateway.dataDir, 'eve@example.com');
    expect(mailed).not.toBe(tokenOf(body.link));
    expect((await accept(tokenOf(body.link))).status).toBe(200);
    expect((await accept(mailed)).status).toBe(410);
  });

  it('ends with the user', async () => {
    const { body } = await ann.call('POST', INVITATIONS, invited('Finn'));
    await ann.call('DELETE', `/platform/v1/users/${body.id}`);
    expect((await accept(tokenOf(body.link))).status).toBe(410);
  });

  it('begins a session of the invited user, in place of the session that the browser had', async () => {
    const { body } = await ann.call('POST', INVITATIONS, invited('Gus'));
    const browser = await firstAdmin(gateway);
    const accepted = await browser.call('POST', `${ACCEPT}?lang=ja`, { token: tokenOf(body.link), password: PASSWORD });
    expect(accepted.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-vitalgate=\w{43}; .*HttpOnly/)]);
    const session = await browser.call('GET', '/platform/v1/session');
    expect(session.body).toMatchObject({ user: body.id, role: 'developer' });
  });

  it('is never that of a sign-up, a reset or a change of address', async () => {
    const stranger = new Browser(gateway.baseUrl);
    const signUp = { email: 'hal@example.com', name: 'Hal', account: 'Acme' };
    const reset = { email: 'ann@example.com' };
    const change = { email: 'anna@example.com', current_password: PASSWORD };
    const answers = [
      await stranger.call('POST', '/platform/v1/sign-up', signUp),
      await stranger.call('POST', '/platform/v1/password-reset', reset),
      await ann.call('POST', '/platform/v1/me/email', change),
    ];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [202, null],
      [202, null],
      [202, null],
    ]);
  });

  it('is in no answer of a gateway with a mail server', async () => {
    // Nothing listens there: the mail stays in the queue.
    const mailing = await startTestGateway({ SMTP_URL: 'smtp://127.0.0.1:9' });
    try {
      const admin = await firstAdmin(mailing);
      expect((await admin.call('POST', INVITATIONS, invited('Dora'))).body).toMatchObject({ link: null });
      const created = await admin.call('POST', '/platform/v1/users', invited('Eve'));
      expect(created.body).toMatchObject({ link: null, key: { key: expect.stringMatching(/^vg_/) } });
    } finally {
      await mailing.stop();
    }
  });
});
