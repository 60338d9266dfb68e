import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, TDEE, type TestGateway } from '../support/in-process-gateway.ts';

const APP = 'https://app.example.com';
const ASKING = { 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'x-api-key' };

const corsHeaders = ({ headers }: Response) => [...headers.keys()].filter((name) => name.startsWith('access-control-'));

describe('pages of other origins', () => {
  let open: TestGateway;
  let closed: TestGateway;
  beforeAll(async () => {
    open = await startTestGateway({ CORS_ORIGINS: `${APP}, https://other.example.com` });
    closed = await startTestGateway();
  });
  afterAll(() => Promise.all([open.stop(), closed.stop()]));

  const ask = (gateway: TestGateway, path: string, origin: string) =>
    fetch(gateway.baseUrl + path, { method: 'OPTIONS', headers: { ...ASKING, Origin: origin } });

  it('may call and read the answer if the configuration lists them', async () => {
    const answer = await open.get(TDEE, { 'X-API-Key': open.key, Origin: APP });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(APP);
    expect(answer.headers.get('vary')).toContain('Origin');
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/\bRateLimit\b.*\bRetry-After\b/);
    // The browser must not send cookies: it would then hide the answer.
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
  });

  it('can also read refusals', async () => {
    const answer = await open.get(TDEE, { 'X-API-Key': 'nonsense', Origin: APP });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, APP]);
  });

  it('get a preflight answer without a key', async () => {
    const answer = await ask(open, TDEE, APP);
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe(APP);
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST');
    expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toMatch(/^x-api-key,.*content-type/);
  });

  it.each([
    ['of another name', 'https://app.example.com.evil.example'],
    ['over plain HTTP', 'http://app.example.com'],
    ['on another port', 'https://app.example.com:8443'],
    ['in a sandbox', 'null'],
  ])('%s get no CORS headers', async (_what, origin) => {
    const asked = await ask(open, TDEE, origin);
    expect([asked.status, corsHeaders(asked)]).toEqual([401, []]);
    const answer = await open.get(TDEE, { 'X-API-Key': open.key, Origin: origin });
    expect(corsHeaders(answer)).toEqual([]);
  });

  it('never reach the accounts API', async () => {
    const asked = await ask(open, '/platform/v1/me', APP);
    expect(corsHeaders(asked)).toEqual([]);
    expect(corsHeaders(await open.get('/platform/v1/me', { 'X-API-Key': open.key, Origin: APP }))).toEqual([]);
  });

  it('may call /mcp if the configuration lists them', async () => {
    const send = (origin: string) =>
      open.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, { 'X-API-Key': open.key, Origin: origin });
    expect((await send(APP)).headers.get('access-control-allow-origin')).toBe(APP);
    expect((await send('https://evil.example')).status).toBe(403);
  });

  it('are refused by default', async () => {
    const asked = await ask(closed, TDEE, APP);
    expect([asked.status, corsHeaders(asked)]).toEqual([401, []]);
    expect(corsHeaders(await closed.get(TDEE, { 'X-API-Key': closed.key, Origin: APP }))).toEqual([]);
  });
});
