/**
 * The attack: a stranger without a credential sends bodies to sign-in, links and sign-up as fast as the network allows.
 * Each was read, parsed and checked, 6 ms of CPU for 15.6 KB, and only well-formed bodies met a limit.
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

it('a flood from one network is refused on every route before its bodies are read', async () => {
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

it('other networks and signed messages are still answered', async () => {
  expect((await gateway.post('/platform/v1/link', {}, from('2001:db8::2'))).status).toBe(429);
  expect((await gateway.post('/platform/v1/link', {}, from('2001:db8:0:1::1'))).status).toBe(400);
  // Neither Stripe nor reporters of leaked keys are configured here: the handler itself answers 404.
  expect((await gateway.post('/platform/v1/webhooks/stripe', {}, from('2001:db8::1'))).status).toBe(404);
  expect((await gateway.post('/platform/v1/leaked-keys', [], from('2001:db8::1'))).status).toBe(404);
});
