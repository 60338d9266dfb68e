import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, TDEE, type TestGateway } from '../support/in-process-gateway.ts';

/** An address of this machine that looks like another machine. */
const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

describe.runIf(outside !== undefined)('plain HTTP from another machine', () => {
  let gateway: TestGateway;
  let proxied: TestGateway;
  beforeAll(async () => {
    [gateway, proxied] = await Promise.all([
      startTestGateway({ HOST: '0.0.0.0' }),
      startTestGateway({ HOST: '0.0.0.0', TRUST_PROXY: String(outside) }),
    ]);
  });
  afterAll(() => Promise.all([gateway.stop(), proxied.stop()]));

  const ask = ({ port, key }: TestGateway, path: string, headers: Record<string, string> = {}) =>
    fetch(`http://${outside}:${port}${path}`, { redirect: 'manual', headers: { 'X-API-Key': key, ...headers } });

  it.each([TDEE, '/api/v1', '/docs', '/openapi.json', '/nothing', '/set-password', '/platform/v1', '/mcp', '/metrics'])(
    '%s answers 403 with a problem, never a redirect',
    async (path) => {
      const response = await ask(gateway, path);
      expect([response.status, response.headers.get('location')]).toEqual([403, null]);
      expect(response.headers.get('x-gateway-error')).toBe('https-required');
      expect(await response.json()).toMatchObject({ code: 'https-required' });
      expect(response.headers.get('strict-transport-security')).toBeNull();
    },
  );

  it.each(['/healthz', '/readyz'])('%s is answered, for load balancers', async (path) => {
    expect((await ask(gateway, path)).status).toBe(200);
  });

  it.each([
    { 'X-Forwarded-Proto': 'https' },
    { 'X-Forwarded-For': '127.0.0.1', 'X-Forwarded-Proto': 'https' },
    { Forwarded: 'for=127.0.0.1;proto=https' },
    { 'X-Forwarded-Ssl': 'on' },
  ])('is not taken for HTTPS because of the caller’s own headers: %o', async (headers) => {
    expect((await ask(gateway, TDEE, headers)).status).toBe(403);
  });

  it.each<[number, Record<string, string>]>([
    [200, { 'X-Forwarded-Proto': 'https' }],
    [403, {}],
    [403, { 'X-Forwarded-Proto': 'http' }],
    [403, { 'X-Forwarded-Proto': 'https, http' }],
    [403, { 'X-Forwarded-Proto': 'http, https' }],
    [403, { 'X-Forwarded-For': '127.0.0.1' }],
  ])('through a trusted proxy is %i with %o', async (status, headers) => {
    const response = await ask(proxied, TDEE, headers);
    expect(response.status).toBe(status);
    expect(response.headers.get('strict-transport-security')).toBe(status === 200 ? 'max-age=31536000' : null);
  });
});
