import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstAdmin, mailedToken, PASSWORD } from '../../support/browser.ts';
import { startTestGateway, type TestGateway } from '../../support/in-process-gateway.ts';

// The attack: a caller behind the same NAT as an honest user fails forty times at one account, posts forty invented
// links, or requests forty mails. One counter held all failures of a network, so that no user behind the NAT could sign
// in or open a link for a quarter of an hour.

const EMAIL = 'ann@example.com';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ TRUST_PROXY: '127.0.0.1' });
  const admin = await firstAdmin(gateway, EMAIL);
  const dora = { name: 'Dora', role: 'developer', email: 'dora@example.com' };
  await admin.call('POST', '/platform/v1/invitations', dora);
});
afterAll(() => gateway.stop());

const post = (path: string, body: object) =>
  gateway.post(`/platform/v1/${path}`, body, {
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-For': '203.0.113.7',
  });
const forty = async (path: string, body: (at: number) => object) => {
  const statuses: number[] = [];
  for (let at = 0; at < 40; at++) statuses.push((await post(path, body(at))).status);
  return statuses;
};

it('forty failures at one account stop the guesser, and the neighbour can still sign in', async () => {
  const guesses = await forty('session', () => ({ email: 'nobody@example.com', password: 'not the password' }));
  expect(guesses.filter((status) => status === 401)).toHaveLength(10);
  expect(guesses.at(-1)).toBe(429);
  expect((await post('session', { email: EMAIL, password: PASSWORD })).status).toBe(201);
});

it('forty invented links end in 429, and the neighbour’s own link opens', async () => {
  const invented = await forty('link', (at) => ({ token: String(at).padStart(43, 'x') }));
  expect([invented[0], invented.at(-1)]).toEqual([410, 429]);
  const token = await mailedToken(gateway.dataDir, 'dora@example.com');
  expect((await post('link', { token })).status).toBe(200);
  expect((await post('invitations/accept', { token, password: PASSWORD })).status).toBe(200);
});

it('forty requested mails end in 429, and the neighbour can still sign in', async () => {
  const asked = await forty('password-reset', (at) => ({ email: `nobody${at}@example.com` }));
  expect([asked[0], asked.at(-1)]).toEqual([202, 429]);
  expect((await post('session', { email: EMAIL, password: PASSWORD })).status).toBe(201);
});
