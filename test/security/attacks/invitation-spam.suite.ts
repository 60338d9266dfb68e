import { beforeAll, expect, it } from 'vitest';
import { PASSWORD } from '../../support/browser.ts';
import { type Installation, mailTo, type SignedInAdmin, signedInAdmin } from '../../support/installation.ts';
import { waitUntil } from '../../support/wait-until.ts';

/** Variables of the attacked gateways. */
export const FIVE_MAILS = { MAILS_PER_DAY: '5' };

/** Spam through the mails that an account sends to strangers, from any gateway. */
export function invitationSpam(installation: () => Installation): void {
  let spammer: SignedInAdmin;
  beforeAll(async () => {
    spammer = await signedInAdmin(installation(), 'spammer@example.com');
  });

  const invite = (email: string) =>
    spammer.call('POST', '/platform/v1/invitations', { name: 'Friend', role: 'developer', email });

  it('no user and no account can be named like a web address', async () => {
    const evil = 'Win at https://evil.example now';
    expect((await spammer.call('PATCH', '/platform/v1/client', { name: evil })).status).toBe(400);
    expect((await spammer.call('PATCH', '/platform/v1/me', { name: 'www.evil.example' })).status).toBe(400);
    const friend = { name: 'evil.example/win', role: 'developer', email: 'friend@example.com' };
    expect((await spammer.call('POST', '/platform/v1/invitations', friend)).status).toBe(400);
    expect((await spammer.call('PATCH', '/platform/v1/client', { name: 'Acme Inc. / Ltd.' })).status).toBe(200);
  });

  it('an account that already has such a name sends no clickable link except the invitation', async () => {
    const { members, records } = installation();
    const name = 'Win at https://evil.example/now\r\nBcc: all@example.com\u202e www.evil.example';
    await records.db.updateTable('clients').set({ name }).where('id', '=', spammer.clientId).execute();
    expect((await invite('stranger0@example.com')).status).toBe(201);
    const mail = await mailTo(installation(), 'stranger0@example.com');
    expect(mail).not.toMatch(/evil\.example|:\/\/evil|www\.\S|^Bcc:|\u202e/m);
    const links = mail.match(/\S+:\/\/\S+/g) ?? [];
    const isOurs = (link: string) => members.some(({ baseUrl }) => link.startsWith(baseUrl));
    expect(links.filter((link) => !isOurs(link))).toEqual([]);
    expect(links).not.toEqual([]);
  });

  it('an account can send five mails a day to strangers, by all calls together; then the operator is warned', async () => {
    expect((await invite('stranger1@example.com')).status).toBe(201);
    const user = { name: 'Friend', role: 'developer', email: 'stranger2@example.com' };
    const created = await spammer.call('POST', '/platform/v1/users', user);
    expect(created.status).toBe(201);
    const again = `/platform/v1/users/${created.body.user.id}/invitation`;
    expect((await spammer.call('POST', again)).status).toBe(202);
    const change = { email: 'stranger3@example.com', current_password: PASSWORD };
    expect((await spammer.call('POST', '/platform/v1/me/email', change)).status).toBe(202);

    const { members } = installation();
    // Twice as many calls as gateways: each refuses two.
    for (const _ of members) {
      const refused = await invite('stranger4@example.com');
      expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-attempts' } });
      expect(refused.body.detail).toContain('5');
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
      expect((await spammer.call('POST', again)).status).toBe(429);
    }
    const { body } = await spammer.call('GET', '/platform/v1/users');
    expect(JSON.stringify(body)).not.toContain('stranger4');
    const alert = /"level":40.*an account has reached its daily limit of mails/g;
    // Each gateway that refuses logs it once. A process writes its log a moment later.
    for (const { logged } of members) {
      const alerts = await waitUntil('the alert', () => logged().match(alert) ?? undefined);
      expect(alerts).toHaveLength(1);
    }
    const refusedMails = await Promise.all(members.map(refusedAt));
    expect(refusedMails.reduce((sum, one) => sum + one)).toBe(2 * members.length);
  });
}

async function refusedAt({ adminPort }: Installation['members'][number]): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  return Number(/\nvitalgate_refused_mails_total (\d+)\n/.exec(metrics)?.[1]);
}
