import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRecords } from '../../../gateway/records/records.ts';
import { type Browser, firstAdmin, mailOf } from '../../support/browser.ts';
import { startTestGateway, type TestGateway } from '../../support/in-process-gateway.ts';

// The admin of a free account renames it to an advertisement with an address in it and invites strangers, one after the
// other: 239 mails in half a second left in the name of the operator, with a link that mail programs make clickable.

let gateway: TestGateway;
let spammer: Browser;
beforeAll(async () => {
  gateway = await startTestGateway({ MAILS_PER_DAY: '5', ADMIN_PORT: '0' });
  spammer = await firstAdmin(gateway);
});
afterAll(() => gateway.stop());

const invite = (email: string) =>
  spammer.call('POST', '/platform/v1/invitations', { name: 'Friend', role: 'developer', email });

it('nobody, and no account, is named like an address of the web', async () => {
  const evil = 'Win at https://evil.example now';
  expect((await spammer.call('PATCH', '/platform/v1/client', { name: evil })).status).toBe(400);
  expect((await spammer.call('PATCH', '/platform/v1/me', { name: 'www.evil.example' })).status).toBe(400);
  const friend = { name: 'evil.example/win', role: 'developer', email: 'friend@example.com' };
  expect((await spammer.call('POST', '/platform/v1/invitations', friend)).status).toBe(400);
  expect((await spammer.call('PATCH', '/platform/v1/client', { name: 'Acme Inc. / Ltd.' })).status).toBe(200);
});

it('an account that has had such a name all along mails nothing that can be clicked on but its invitation', async () => {
  const records = await openRecords({ dataDir: gateway.dataDir });
  const name = 'Win at https://evil.example/now\r\nBcc: all@example.com\u202e www.evil.example';
  await records.db.updateTable('clients').set({ name }).execute();
  await records.close();
  expect((await invite('stranger0@example.com')).status).toBe(201);
  const mail = await mailOf(gateway.dataDir, 'stranger0@example.com');
  expect(mail).not.toMatch(/evil\.example|:\/\/evil|www\.\S|^Bcc:|\u202e/m);
  const links = mail.match(/\S+:\/\/\S+/g) ?? [];
  expect(links.filter((link) => !link.startsWith(gateway.baseUrl))).toEqual([]);
  expect(links).not.toEqual([]);
});

it('an account has five mails a day sent to strangers, by whatever call; then the operator is told', async () => {
  expect((await invite('stranger1@example.com')).status).toBe(201);
  const user = { name: 'Friend', role: 'developer', email: 'stranger2@example.com' };
  const created = await spammer.call('POST', '/platform/v1/users', user);
  expect(created.status).toBe(201);
  const again = `/platform/v1/users/${created.body.user.id}/invitation`;
  expect((await spammer.call('POST', again)).status).toBe(202);
  const change = { email: 'stranger3@example.com', current_password: 'seventeen geese over Oslo' };
  expect((await spammer.call('POST', '/platform/v1/me/email', change)).status).toBe(202);

  const refused = await invite('stranger4@example.com');
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-attempts' } });
  expect(refused.body.detail).toContain('5');
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
  expect((await spammer.call('POST', again)).status).toBe(429);
  const { body } = await spammer.call('GET', '/platform/v1/users');
  expect(JSON.stringify(body)).not.toContain('stranger4');
  const alerts = gateway.logged().match(/"level":40.*an account has had its mails of the day/g) ?? [];
  expect(alerts).toHaveLength(1);
  const metrics = await (await fetch(`http://127.0.0.1:${gateway.adminPort}/metrics`)).text();
  expect(metrics).toContain('\nvitalgate_refused_mails_total 2\n');
});
