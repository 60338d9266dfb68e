import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, TDEE, type TestGateway } from '../support/in-process-gateway.ts';
import { rawRequest } from '../support/raw-request.ts';

/** A calculator that records the whole request as it sees it. */
const folder = mkdtempSync(join(tmpdir(), 'vitalgate-spy-'));
mkdirSync(join(folder, 'messages'));
writeFileSync(join(folder, 'messages', 'en.json'), '{"spy":{"title":"t","summary":"s"},"equations":{"none":"One"}}');
writeFileSync(
  join(folder, 'plugin.ts'),
  `import { appendFileSync } from 'node:fs';
import { defineCalculator, defineFamily, definePlugin, field, result } from 'vitalgate/plugin';
import { z } from 'zod';
const spy = defineCalculator({
  name: 'spy', family: defineFamily('spy', new URL('./messages/', import.meta.url)), since: 'v1.0.0', profile: [],
  input: z.object({ weight: field.weight().optional() }), output: z.object({ seen: result.constant() }),
  equations: { none: { formula: '1', sources: [] } }, examples: [],
  calculate: () => ({ seen: 1 }),
});
const watched = { ...spy, answer(raw, context) {
  appendFileSync(new URL('./seen.txt', import.meta.url), JSON.stringify([raw, raw.values, context]) + '\\n');
  return spy.answer(raw, context);
} };
export default definePlugin({ name: 'spy', version: '1.0.0', mount: '/api/v1', channels: ['direct'], calculators: [watched] });
`,
);
const seen = () => readFileSync(join(folder, 'seen.txt'), 'utf8');

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ PLUGINS: folder });
});
afterAll(() => gateway.stop());

describe('a calculator sees', () => {
  it('no key and no header, with Expect: 100-continue, Connection lists and forged identity', async () => {
    const answer = await rawRequest(
      gateway.baseUrl,
      [
        'POST /api/v1/spy HTTP/1.1',
        'Host: x',
        `X-API-Key: ${gateway.key}`,
        'Content-Type: application/json',
        'Content-Length: 13',
        'Expect: 100-continue',
        'Connection: X-API-Key, X-Gateway-Client',
        'X-Gateway-Client: forged-identity',
        'X-Forwarded-For: 203.0.113.7',
        'Cookie: forged-identity=1',
      ],
      '{"weight":80}',
    );
    expect(answer).toContain('HTTP/1.1 100 Continue');
    expect(answer).toContain('HTTP/1.1 200 OK');
    expect(seen()).toContain('"weight":80');
    for (const trace of ['vg_live_', 'forged-identity', '203.0.113.7']) expect(seen()).not.toContain(trace);
  });

  it('no apikey from the query', async () => {
    expect((await gateway.get(`/api/v1/spy?apikey=${gateway.key}&weight=80`, {})).status).toBe(200);
    expect(seen()).not.toContain('apikey');
  });

  it('nothing of a refused call: the handler does not run', async () => {
    const before = seen();
    expect((await gateway.get('/api/v1/spy?weight=80', {})).status).toBe(401);
    expect(seen()).toBe(before);
  });
});

describe('a path', () => {
  it.each([
    '/api/v1/%2e%2e/v1/tdee',
    '/api/v1/..%2ftdee',
    '/api/v1/%2E%2E%2Ftdee',
    '/api/v1/./tdee',
    '/api/v1/x/../tdee',
    '/api/v1/tdee/',
    '/api/v1//tdee',
    '/api/v1/%74dee',
    '/API/v1/tdee',
    '/api/v1/tdee%00',
    '/api/v1/tdee;x=1',
  ])('%s is not the calculator it looks like', async (path) => {
    const answer = await rawRequest(gateway.baseUrl, [`GET ${path} HTTP/1.1`, 'Host: x', `X-API-Key: ${gateway.key}`]);
    expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
  });

  it.each(['/docs/../api/v1/tdee', '/docs/%2e%2e/api/v1/tdee', '//api/v1/tdee', '/docs/assets/..%2f..%2fpackage.json'])(
    '%s does not bypass the key',
    async (path) => {
      const answer = await rawRequest(gateway.baseUrl, [`GET ${path} HTTP/1.1`, 'Host: x']);
      expect(answer).toMatch(/^HTTP\/1\.1 40[014] /);
    },
  );
});

describe('plain HTTP', () => {
  it('is refused from a trusted proxy that received it, with a problem and no redirect', async () => {
    const behind = await startTestGateway({ TRUST_PROXY: '127.0.0.1' });
    try {
      const plain = await behind.get(TDEE, { 'X-API-Key': behind.key, 'X-Forwarded-Proto': 'http' });
      expect(plain.status).toBe(403);
      expect(await plain.json()).toMatchObject({ code: 'https-required' });
      const secure = await behind.get(TDEE, { 'X-API-Key': behind.key, 'X-Forwarded-Proto': 'https' });
      expect(secure.status).toBe(200);
      expect(secure.headers.get('strict-transport-security')).toMatch(/^max-age=\d+/);
      for (const path of ['/healthz', '/readyz']) {
        expect((await behind.get(path, { 'X-Forwarded-Proto': 'http' })).status).toBe(200);
      }
    } finally {
      await behind.stop();
    }
  });

  it('is not taken for HTTPS because of a header from an untrusted address', async () => {
    const response = await gateway.get(TDEE, { 'X-API-Key': gateway.key, 'X-Forwarded-Proto': 'https' });
    expect(response.headers.get('strict-transport-security')).toBeNull();
  });
});

it('refuses to become a WebSocket', async () => {
  const answer = await rawRequest(gateway.baseUrl, [
    `GET ${TDEE} HTTP/1.1`,
    'Host: x',
    `X-API-Key: ${gateway.key}`,
    'Upgrade: websocket',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version: 13',
  ]);
  expect(answer).toMatch(/^HTTP\/1\.1 426 /);
});
