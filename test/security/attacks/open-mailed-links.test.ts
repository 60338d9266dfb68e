import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Browser, firstAdmin, mailedToken, PASSWORD } from '../../support/browser.ts';
import { startTestGateway, type TestGateway } from '../../support/in-process-gateway.ts';

// An attacker sits in a session of the victim and knows the password. He asks for another address and keeps the link that
// comes to his mailbox. The victim notices and sets a new password. The link still worked: the account was his. In the same
// way, a reset link in a mailbox that the user had left still set a password.

const NEXT = 'eleven owls above Bergen';
const VICTIM = 'ann@example.com';

let gateway: TestGateway;
let session: Browser;
/** Of the gateway's clock, in milliseconds. */
let ahead = 0;
beforeAll(async () => {
  gateway = await startTestGateway({}, () => Date.now() + ahead);
  session = await firstAdmin(gateway, VICTIM);
});
afterAll(() => gateway.stop());

const post = (path: string, body: object) => gateway.post(`/platform/v1/${path}`, body, {});
const mailed = (to: string, page?: string) => mailedToken(gateway.dataDir, to, page);
const askFor = (email: string, current_password: string) =>
  session.call('POST', '/platform/v1/me/email', { email, current_password });
const askForReset = () => post('password-reset', { email: VICTIM });
const addressOf = async (browser: Browser) => (await browser.call('GET', '/platform/v1/me')).body.email;

it('a link to another address ends when the victim sets a new password', async () => {
  expect((await askFor('mallory@example.com', PASSWORD)).status).toBe(202);
  const stolen = await mailed('mallory@example.com');
  await askForReset();
  expect((await post('password', { token: await mailed(VICTIM, 'set-password'), password: NEXT })).status).toBe(204);
  expect((await post('email', { token: stolen })).status).toBe(410);
  await session.signIn(VICTIM, NEXT);
  expect(await addressOf(session)).toBe(VICTIM);
});

it('a reset link in the old mailbox ends when the address changes', async () => {
  // Mails leave in the order of asking: with the second one, the first one has arrived.
  await askForReset();
  await askFor('ann@new.example', NEXT);
  const change = await mailed('ann@new.example');
  const reset = await mailed(VICTIM, 'set-password');
  expect((await post('link', { token: reset })).status).toBe(200);
  expect((await post('email', { token: change })).status).toBe(204);
  expect((await post('password', { token: reset, password: PASSWORD })).status).toBe(410);
  await session.signIn('ann@new.example', NEXT);
});

it('the old address takes the account back with the undo link, from an attacker who changed everything', async () => {
  const attacker = session;
  await askFor('eve@example.com', NEXT);
  expect((await post('email', { token: await mailed('eve@example.com') })).status).toBe(204);
  const undo = await mailed('ann@new.example', 'undo-email');
  const stolen = 'nine herons under Narvik';
  const changed = await attacker.call('PUT', '/platform/v1/me/password', { current_password: NEXT, password: stolen });
  expect(changed.status).toBe(200);

  expect(await (await post('link', { token: undo })).json()).toMatchObject({
    purpose: 'undo-email',
    email: 'ann@new.example',
  });
  const take = (password: string) => post('email/undo', { token: undo, password });
  expect((await take('ann@new.example')).status).toBe(400);
  expect((await take(PASSWORD)).status).toBe(204);
  expect((await take(PASSWORD)).status).toBe(410);
  expect((await attacker.call('GET', '/platform/v1/me')).status).toBe(401);
  expect((await post('session', { email: 'eve@example.com', password: stolen })).status).toBe(401);
  await session.signIn('ann@new.example', PASSWORD);
  expect(gateway.logged()).not.toContain(undo);
});

it('a session that began a quarter of an hour ago asks for no other address, even with the password', async () => {
  ahead = 15 * 60_000;
  const refused = await askFor('mallory@example.org', PASSWORD);
  expect(refused).toMatchObject({ status: 403, body: { code: 'recent-sign-in-required' } });
  await session.signIn('ann@new.example');
  expect((await askFor('mallory@example.org', PASSWORD)).status).toBe(202);
});
