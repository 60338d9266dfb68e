import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../../gateway/accounts/keys/key-format.ts';
import { startTestGateway, TDEE, type TestGateway } from '../support/in-process-gateway.ts';
import { rawRequest } from '../support/raw-request.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

async function problemOf(response: Response) {
  const { request_id, ...rest } = (await response.json()) as Record<string, unknown>;
  expect(request_id).toBe(response.headers.get('x-request-id'));
  return rest;
}

describe('without exactly one valid key', () => {
  it('every path under /api/v1 is 401, even with an unknown name, a wrong method or bad input', async () => {
    for (const path of [
      '/api/v1',
      '/api/v1/tdee',
      TDEE,
      '/api/v1/nothing',
      '/api',
      '/api/v2/tdee',
      '/api/v1/bmi?weight=abc',
    ]) {
      const response = await gateway.get(path, {});
      expect(response.status, path).toBe(401);
      expect(response.headers.get('www-authenticate')).toMatch(/^ApiKey /);
      expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
      expect(response.headers.get('x-gateway-error')).toBe('invalid-credential');
      expect(response.headers.get('ratelimit')).toBeNull();
    }
    const wrongMethod = await fetch(`${gateway.baseUrl}/api/v1/tdee`, { method: 'DELETE' });
    expect(wrongMethod.status).toBe(401);
  });

  it('the body is the same for every reason, so it is no oracle for keys', async () => {
    const bodies = await Promise.all(
      [{}, { 'X-API-Key': 'garbage' }, { 'X-API-Key': newKey('live') }, { 'X-API-Key': `${gateway.key}x` }].map(
        async (headers) => JSON.stringify(await problemOf(await gateway.get(TDEE, headers))),
      ),
    );
    expect(new Set(bodies).size).toBe(1);
  });

  it('two credentials are refused, wherever they are', async () => {
    const { key } = gateway;
    for (const [path, headers] of [
      [`${TDEE}&apikey=${key}&apikey=${key}`, {}],
      [`${TDEE}&apikey=${key}`, { 'X-API-Key': key }],
      [`${TDEE}&apikey=${key}&apikey=`, {}],
    ] as const) {
      expect((await gateway.get(path, headers)).status).toBe(401);
    }
    const repeated = await rawRequest(gateway.baseUrl, [
      `GET ${TDEE} HTTP/1.1`,
      'Host: x',
      `X-API-Key: ${key}`,
      `x-api-key: ${key}`,
    ]);
    expect(repeated).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('a key in any other place is ignored', async () => {
    expect((await gateway.get(TDEE, { Authorization: `Bearer ${gateway.key}` })).status).toBe(401);
    expect((await gateway.get(TDEE, { Cookie: `apikey=${gateway.key}` })).status).toBe(401);
    const inBody = await gateway.post('/api/v1/tdee', { apikey: gateway.key, weight: 80 }, {});
    expect(inBody.status).toBe(401);
  });

  it('a hash is not a key', async () => {
    const { hashKey } = await import('../../gateway/accounts/keys/key-format.ts');
    expect((await gateway.get(TDEE, { 'X-API-Key': hashKey(gateway.key) })).status).toBe(401);
  });
});

describe('the key', () => {
  it('appears in no log line and no answer, wherever it was sent', async () => {
    const { key } = gateway;
    const secret = key.slice('vg_live_'.length);
    const answers = [
      await gateway.get(`${TDEE}&apikey=${key}`, {}),
      await gateway.get(`/api/v1/bmi?apikey=${key}&weight=abc`, {}),
      await gateway.get(`/api/v1/bmi?apikey=${key}&apikey=${key}`, {}),
      await gateway.get(`/api/v1/${key}?apikey=${key}`, {}),
      await gateway.get(`/api/v1/bmi?weight=80&height=180&key=${key}`),
    ];
    // The answer may echo a parameter's name or a path, never the value of a credential.
    for (const answer of answers.slice(0, 3)) expect(await answer.text()).not.toContain(secret);
    expect(gateway.logged()).toContain('/api/v1/tdee');
    expect(gateway.logged()).not.toContain(secret);
  });

  it('is not stored: the folder holds only its hash', async () => {
    const { readdirSync, readFileSync } = await import('node:fs');
    const { join } = await import('node:path');
    const secret = gateway.key.slice('vg_live_'.length);
    const files = readdirSync(gateway.dataDir, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    expect(files.length).toBeGreaterThan(1);
    for (const { parentPath, name } of files) {
      expect(readFileSync(join(parentPath, name)).includes(secret), name).toBe(false);
    }
  });
});
