import { generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Browser, firstAdmin } from '../support/browser.ts';
import { startTestGateway, TDEE, type TestGateway } from '../support/in-process-gateway.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

const LEAKS = '/platform/v1/leaked-keys';
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

let gateway: TestGateway;
let admin: Browser;
beforeAll(async () => {
  const file = join(temporaryFolder('reporters'), 'keys.json');
  const key = publicKey.export({ type: 'spki', format: 'pem' });
  writeFileSync(file, JSON.stringify({ public_keys: [{ key_identifier: 'f9525bf0', key, is_current: true }] }));
  gateway = await startTestGateway({ LEAK_REPORTERS_FILE: file });
  admin = await firstAdmin(gateway);
});
afterAll(() => gateway.stop());

function report(body: string, headers: Record<string, string> = {}, at = gateway) {
  const signature = sign('sha256', Buffer.from(body), privateKey).toString('base64');
  const signed = { 'Github-Public-Key-Identifier': 'f9525bf0', 'Github-Public-Key-Signature': signature };
  return at.post(LEAKS, body, { ...signed, ...headers });
}
const newKey = async () =>
  (await admin.call('POST', '/platform/v1/keys', { name: 'In the open', environment: 'live' })).body;
const finding = (...tokens: string[]) =>
  JSON.stringify(
    tokens.map((token) => ({ token, type: 'vitalgate', url: 'https://git.example.com/x', source: 'content' })),
  );

it('a reported key is refused everywhere within a second; the admin gets a mail and the audit names the source', async () => {
  const { id, key } = await newKey();
  expect((await gateway.get(TDEE, { 'X-API-Key': key })).status).toBe(200);
  const answer = await report(finding(key, 'vg_live_nothing'));
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ revoked: 1, ended: 0, unknown: 1 });
  const status = async () => (await gateway.get(TDEE, { 'X-API-Key': key })).status;
  await waitUntil('the end of the key', async () => ((await status()) === 401 ? true : undefined), 1_000);
  expect(await (await report(finding(key))).json()).toMatchObject({ revoked: 0, ended: 1 });

  const { entries } = (await admin.call('GET', `/platform/v1/audit?action=key.leaked&record=${id}`)).body;
  expect(entries).toMatchObject([{ actor: 'leak-report:f9525bf0', after: { found_at: 'https://git.example.com/x' } }]);
  expect(gateway.logged()).not.toContain(key);
});

it('an unsigned or modified report ends no key', async () => {
  const { id, key } = await newKey();
  const body = finding(key);
  for (const headers of [
    { 'Github-Public-Key-Signature': '' },
    { 'Github-Public-Key-Identifier': 'other' },
    { 'Github-Public-Key-Signature': sign('sha256', Buffer.from('[]'), privateKey).toString('base64') },
  ]) {
    const answer = await report(body, headers);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'signature-not-valid' });
  }
  expect((await admin.call('GET', `/platform/v1/keys/${id}`)).body).toMatchObject({ state: 'active' });
  expect((await report('{}')).status).toBe(400);
});

it('the route does not exist unless a reporter is configured', async () => {
  const closed = await startTestGateway();
  try {
    expect((await report(finding(closed.key), {}, closed)).status).toBe(404);
    expect((await closed.get(TDEE)).status).toBe(200);
  } finally {
    await closed.stop();
  }
});
