import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser, firstAdmin, PASSWORD } from '../../support/browser.ts';
import { startTestGateway, type TestGateway } from '../../support/in-process-gateway.ts';

// The attack: a hijacker of an open session needs the password to take over the account. The hijacker guessed it at
// `current_password`, each time from a new address with its own allowance of thirty tries.

const EMAIL = 'ann@example.com';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ TRUST_PROXY: '127.0.0.1' });
  await firstAdmin(gateway, EMAIL);
});
afterAll(() => gateway.stop());

let calls = 0;

/** Each call comes from another network. */
class Nomad extends Browser {
  protected override headers(): Record<string, string> {
    calls += 1;
    return { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': `10.0.${calls}.1` };
  }
}

it('ends the session after five wrong guesses, and answers the eleventh guess with 429 from any address', async () => {
  const guess = (browser: Browser, current_password: string, route: 'email' | 'password') =>
    route === 'email'
      ? browser.call('POST', '/platform/v1/me/email', { email: `x${calls}@example.com`, current_password })
      : browser.call('PUT', '/platform/v1/me/password', { current_password, password: 'eleven owls above Bergen' });
  const stolen = [new Nomad(gateway.baseUrl), new Nomad(gateway.baseUrl), new Nomad(gateway.baseUrl)];
  for (const browser of stolen) await browser.signIn(EMAIL);
  const [first, second, third] = stolen;
  if (!first || !second || !third) throw new Error('three sessions');
  for (const browser of [first, second]) {
    const statuses: number[] = [];
    for (let time = 0; time < 6; time++) {
      statuses.push((await guess(browser, `guess number ${time}`, time % 2 === 0 ? 'email' : 'password')).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 401]);
  }
  const refused = await guess(third, PASSWORD, 'email');
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-attempts' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
  expect((await third.call('GET', '/platform/v1/me')).status).toBe(200);
});
