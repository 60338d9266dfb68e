/**
 * The attack: a stranger without any credential sends bodies to sign-in, links and sign-up as fast as the network takes
 * them. Each was read, parsed and checked, 6 ms of CPU for 15.6 KB, and only what was well formed met a limit
 * afterwards.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MOST_KEYLESS_CALLS } from '../../../gateway/web/platform/keyless-throttle.ts';
import { PLATFORM_ROUTES } from '../../../gateway/web/platform/routes/index.ts';
import { answerToHead } from '../../support/answer-to-head.ts';
import { startTestGateway, type TestGateway } from '../../support/in-process-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ TRUST_PROXY: '127.0.0.1' });
  const link = () => gateway.post('/platform/v1/link', {}, from('2001:db8::1'));
  for (let call = 0; call < MOST_KEYLESS_CALLS; call += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, link));
    for (const answer of answers) if (answer.status !== 400) throw new Error(`answered ${answer.status}`);
  }
});
afterAll(() => gateway.stop());

const from = (address: string) => ({ 'X-Forwarded-For': address, 'X-Forwarded-Proto': 'https' });

it('a flood is refused by its network, before its bodies are read and whatever the route', async () => {
  const routes = PLATFORM_ROUTES.filter(({ access, rawBody }) => access === 'public' && rawBody === undefined);
  expect(routes.length).toBeGreaterThan(5);
  for (const { method, path } of routes) {
    const answer = await answerToHead(gateway.baseUrl, [
      `${method} ${path} HTTP/1.1`,
      'Host: x',
      'X-Forwarded-For: 2001:db8::1',
      'X-Forwarded-Proto: https',
      'Content-Type: application/json',
      'Content-Length: 16000',
    ]);
    expect(answer, path).toContain('HTTP/1.1 429 Too Many Requests');
    expect(answer, path).toContain('"code":"too-many-attempts"');
    expect(answer, path).toMatch(/Retry-After: [1-6]?\d\r\n/);
  }
});

it('other networks and signed messages go on', async () => {
  expect((await gateway.post('/platform/v1/link', {}, from('2001:db8::2'))).status).toBe(429);
  expect((await gateway.post('/platform/v1/link', {}, from('2001:db8:0:1::1'))).status).toBe(400);
  // Neither Stripe nor reporters of leaked keys are set up here: 404 is what the handler itself answers.
  expect((await gateway.post('/platform/v1/webhooks/stripe', {}, from('2001:db8::1'))).status).toBe(404);
  expect((await gateway.post('/platform/v1/leaked-keys', [], from('2001:db8::1'))).status).toBe(404);
});
