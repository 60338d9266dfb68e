import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateway, TDEE, type TestGateway } from '../../../test/support/in-process-gateway.ts';
import { newKey } from '../../accounts/keys/key-format.ts';
import { MOST_FAILURES } from '../limits/failure-throttle.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ TRUST_PROXY: '127.0.0.1', ADMIN_PORT: 'off' });
});
afterAll(() => gateway.stop());

const from = (address: string) => ({ 'X-Forwarded-For': address, 'X-Forwarded-Proto': 'https' });

it('answers failing calls of an address with 429 after 60 failures, but still accepts its valid key', async () => {
  const attacker = from('203.0.113.9');
  const unknown = { ...attacker, 'X-API-Key': newKey('live') };
  for (let call = 0; call < MOST_FAILURES; call += 1) {
    // Alternates between calls refused before and after the look-up.
    const answer = await gateway.get(TDEE, call % 2 === 0 ? attacker : unknown);
    expect(answer.status).toBe(401);
    await answer.body?.cancel();
  }

  for (const headers of [attacker, unknown, { ...attacker, 'X-API-Key': 'garbage' }]) {
    const answer = await gateway.get(`${TDEE}&lang=de`, headers);
    expect(answer.status).toBe(429);
    const wait = Number(answer.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(answer.headers.get('x-gateway-error')).toBe('too-many-failures');
    expect(answer.headers.get('ratelimit')).toBeNull();
    expect(await answer.json()).toMatchObject({
      code: 'too-many-failures',
      title: 'Zu viele fehlgeschlagene Authentifizierungen',
    });
  }

  expect((await gateway.get(TDEE, { ...attacker, 'X-API-Key': gateway.key })).status).toBe(200);
  expect((await gateway.get(TDEE, { ...from('203.0.113.10'), 'X-API-Key': newKey('live') })).status).toBe(401);
});
