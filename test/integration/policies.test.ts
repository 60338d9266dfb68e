import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { readPolicies } from '../../gateway/request/policies/policies.ts';
import type { PolicyRequest } from '../../plugins/sdk/index.ts';
import { loadPolicies } from '../../plugins/sdk/loading/load-policies.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { startTestGateway, TDEE, type TestGateway } from '../support/in-process-gateway.ts';
import { postMcp, toolCall } from '../support/mcp-client.ts';
import { type RemoteGateway, startRemoteGateway } from '../support/remote-gateway.ts';
import { json, startTestService, type TestService } from '../support/remote-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Policies of an operator. Each acts only on a request that asks for it, so one gateway serves all tests. */
const OWN = `
import { definePolicy } from 'vitalgate/plugin';
import { threadId } from 'node:worker_threads';
import { z } from 'zod';

const headers = ['x-case', 'authorization'];
const config = z.strictObject({});
const told = (request) => JSON.stringify({
  path: request.path, principal: request.principal, calculator: request.calculator, status: request.status,
  authorization: request.header('authorization') ?? null, threadId,
});

export default [
  definePolicy({ name: 'early', stage: 'before-auth', headers, config, handle(request) {
    const asked = request.header('x-case');
    if (asked === 'early-throw') throw new Error('early is broken');
    if (asked === 'early-refuse') {
      return { status: 451, code: 'own-code', title: { en: 'Not here', de: 'Nicht hier' }, detail: 'No.', retryAfter: 7 };
    }
    if (asked === 'tell') request.addHeader('X-Early', told(request));
  } }),
  definePolicy({ name: 'later', stage: 'after-auth', headers, config, async handle(request) {
    const asked = request.header('x-case');
    if (asked === 'undeclared') request.header('x-other');
    if (asked === 'use-key') request.useKey('key');
    if (asked === 'framing') request.addHeader('Content-Length', '0');
    if (asked === 'tell') request.addHeader('X-Later', told(request));
    if (asked === 'nonsense') return { status: 200 };
  } }),
  definePolicy({ name: 'last', stage: 'before-answer', headers, config, handle(request) {
    const asked = request.header('x-case');
    if (asked === 'last-throw') throw new Error('last is broken');
    if (asked === 'last-refuse') return { status: 403, code: 'own-code', title: 'Not this', detail: 'No.' };
    if (asked === 'tell') request.addHeader('X-Last', told(request));
  } }),
];
`;

const folder = temporaryFolder('policies');
mkdirSync(join(folder, 'own'));
writeFileSync(join(folder, 'own', 'policies.ts'), OWN);

function written(policies: unknown): string {
  const path = join(temporaryFolder('policies-file'), 'policies.json');
  writeFileSync(path, JSON.stringify(policies));
  return path;
}

describe('policies of an operator', () => {
  let gateway: TestGateway;
  let records: Records;
  let customer: Customer;
  beforeAll(async () => {
    const list = ['early', 'later', 'last'].map((policy) => ({ policy }));
    const file = written([...list, { policy: 'response-header', config: { name: 'X-Site', value: 'north' } }]);
    gateway = await startTestGateway({ PLUGINS: join(folder, 'own'), POLICIES_FILE: file });
    records = await openRecords({ dataDir: gateway.dataDir });
    customer = await newCustomer(records, { quota: 1000 });
  });
  afterAll(async () => {
    await records.close();
    await gateway.stop();
  });

  const call = (
    asked: string,
    path = TDEE,
    key: string | null = customer.key.text,
    more: Record<string, string> = {},
  ) => gateway.get(path, { 'X-Case': asked, ...(key !== null && { 'X-API-Key': key }), ...more });
  const used = () => customer.left(gateway);

  it('lets a call go on that no policy refuses, and adds a header to answers, refusals and pages', async () => {
    const answers = [await call('none'), await call('none', TDEE, null), await call('none', '/docs')];
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 200]);
    expect(answers.map(({ headers }) => headers.get('x-site'))).toEqual(['north', 'north', 'north']);
  });

  it('shows each stage what is known then, and no key', async () => {
    const { headers } = await call('tell', TDEE, customer.key.text, { Authorization: `Bearer ${customer.key.text}` });
    const [early, later, last] = ['x-early', 'x-later', 'x-last'].map((name) => JSON.parse(headers.get(name) ?? '{}'));
    expect(early).toEqual({
      path: '/api/v1/tdee',
      principal: null,
      calculator: null,
      status: null,
      authorization: null,
      // Policies run in the thread of the gateway, also those beside a plugin that has a thread of its own.
      threadId,
    });
    expect(later).toMatchObject({ principal: { clientId: customer.clientId }, calculator: 'tdee', status: null });
    expect(Object.keys(later.principal).toSorted()).toEqual(['clientId', 'environment', 'keyId', 'plan', 'role']);
    expect(last).toMatchObject({ calculator: 'tdee', status: 200 });
  });

  it('answers the problem of a policy in the language of the caller', async () => {
    const answer = await call('early-refuse', `${TDEE}&lang=de`);
    expect(answer.status).toBe(451);
    expect([answer.headers.get('x-gateway-error'), answer.headers.get('retry-after')]).toEqual(['own-code', '7']);
    expect(await answer.json()).toMatchObject({
      type: 'about:blank',
      title: 'Nicht hier',
      status: 451,
      language: 'de',
    });
  });

  it.each([TDEE, '/api/v1', '/api/nothing', '/mcp', '/classic/bmi'])(
    'answers 401 at %s without a valid key, whatever a policy before authentication says',
    async (path) => {
      for (const asked of ['early-refuse', 'early-throw']) {
        expect((await call(asked, path, null)).status).toBe(401);
        expect((await call(asked, path, 'vg_live_wrong')).status).toBe(401);
      }
    },
  );

  it('refuses pages and the platform at once, but never health probes', async () => {
    expect((await call('early-refuse', '/docs', null)).status).toBe(451);
    expect((await call('early-refuse', '/platform/v1/session', null)).status).toBe(451);
    expect((await call('early-refuse', '/readyz', null)).status).toBe(200);
  });

  it.each([
    ['early-throw', 'the policy early failed: early is broken'],
    ['last-throw', 'the policy last failed: last is broken'],
    ['undeclared', 'the policy later failed: the policy does not declare the header x-other'],
    ['use-key', 'the policy later failed: only a policy before authentication can choose the key'],
    ['framing', 'the policy later failed: a policy cannot set the header Content-Length'],
    ['nonsense', 'the policy later failed'],
  ])('answers 500 to a call whose policy fails (%s), and does not charge it', async (asked, told) => {
    const before = await used();
    expect((await call(asked)).status).toBe(500);
    expect(await used()).toBe(before);
    expect(gateway.logged()).toContain(told);
    expect((await call('none')).status).toBe(200);
  });

  it('does not charge an answer that a policy refuses', async () => {
    const before = await used();
    expect((await call('last-refuse')).status).toBe(403);
    expect((await call('last-refuse', '/mcp')).status).toBe(405);
    expect(await used()).toBe(before);
    await call('none');
    expect(await used()).toBe(before - 1);
  });

  it('asks once about a whole batch, before its calculations, and charges none of a refused one', async () => {
    const requests = [1, 2, 3].map((at) => ({ calculator: 'bmi', input: { weight: 60 + at, height: 170 } }));
    const batch = (asked: string) =>
      gateway.post('/api/v1/batch', { requests }, { 'X-API-Key': customer.key.text, 'X-Case': asked });
    const before = await used();
    expect((await batch('last-refuse')).status).toBe(403);
    expect((await batch('last-throw')).status).toBe(500);
    expect(await used()).toBe(before);
    const answer = await batch('tell');
    expect(answer.status).toBe(200);
    for (const stage of ['X-Later', 'X-Last']) {
      // A header that was added twice would be no JSON.
      expect(JSON.parse(answer.headers.get(stage) ?? '')).toMatchObject({ path: '/api/v1/batch' });
    }
    expect(await used()).toBe(before - 3);
  });

  it('asks once about a message of MCP, before its calculation, and does not charge a refused one', async () => {
    const message = toolCall('bmi', { weight: 60, height: 170 });
    const tool = async (asked: string) =>
      (await postMcp(gateway, { 'X-API-Key': customer.key.text, 'X-Case': asked }, message)).response;
    const before = await used();
    expect((await tool('last-refuse')).status).toBe(403);
    expect((await tool('last-throw')).status).toBe(500);
    expect(await used()).toBe(before);
    const answer = await tool('tell');
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.headers.get('X-Last') ?? '')).toMatchObject({ path: '/mcp', status: 200 });
    expect(await used()).toBe(before - 1);
  });
});

describe('a policy before the answer of a service', () => {
  let service: TestService;
  let gateway: RemoteGateway;
  beforeAll(async () => {
    service = await startTestService((_req, res) => json(res, 200, { said: 'yes' }));
    const own = join(folder, 'own');
    gateway = await startRemoteGateway({ urls: [service.url] }, { POLICIES_FILE: written([{ policy: 'last' }]) }, [
      own,
    ]);
  });
  afterAll(async () => {
    await gateway.stop();
    await service.close();
  });

  const call = (asked: string) => gateway.get('/api/v1/far', { ...gateway.customer.headers, 'X-Case': asked });

  it('sees its status and adds headers to it', async () => {
    const answer = await call('tell');
    expect(await answer.json()).toMatchObject({ said: 'yes' });
    expect(JSON.parse(answer.headers.get('x-last') ?? '')).toMatchObject({ path: '/api/v1/far', status: 200 });
  });

  it('replaces it with a refusal, which is not charged', async () => {
    const before = await gateway.charged();
    const refused = await call('last-refuse');
    expect([refused.status, refused.headers.get('x-gateway-error')]).toEqual([403, 'own-code']);
    expect(await refused.text()).not.toContain('said');
    const failed = await call('last-throw');
    expect(failed.status).toBe(500);
    expect(await failed.text()).not.toContain('said');
    await expect.poll(gateway.charged).toBe(before);
    await call('none');
    await expect.poll(gateway.charged).toBe(before + 1);
  });
});

describe('built-in policies', () => {
  it('allow the countries of a list, and no request without the header', async () => {
    const config = { header: 'CF-IPCountry', countries: ['DE', 'AT'] };
    const gateway = await startTestGateway({ POLICIES_FILE: written([{ policy: 'country-allow-list', config }]) });
    const from = (country?: string, language = 'en') =>
      gateway.get(`${TDEE}&lang=${language}`, {
        'X-API-Key': gateway.key,
        ...(country !== undefined && { 'CF-IPCountry': country }),
      });
    expect((await from('AT')).status).toBe(200);
    const refused = await from('US', 'de');
    expect(refused.headers.get('x-gateway-error')).toBe('country-not-allowed');
    expect(await refused.json()).toMatchObject({
      title: 'Land nicht zugelassen',
      detail: 'Dieser Dienst wird in Ihrem Land nicht angeboten.',
    });
    expect((await from()).status).toBe(403);
    await gateway.stop();
  });

  it('answer 503 in a maintenance window only', async () => {
    const window = (from: number, until: number) => {
      const config = { from: new Date(from).toISOString(), until: new Date(until).toISOString() };
      return { policy: 'maintenance-window', config };
    };
    const now = Date.now();
    const gateway = await startTestGateway({ POLICIES_FILE: written([window(now - 2_000, now - 1_000)]) });
    expect((await gateway.get(TDEE)).status).toBe(200);
    await gateway.stop();
    const closed = await startTestGateway({ POLICIES_FILE: written([window(now - 1_000, now + 60_000)]) });
    const answer = await closed.get(TDEE);
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(30);
    await closed.stop();
  });

  it('bound the calls of a key that run at the same time', async () => {
    const file = written([{ policy: 'key-concurrency', config: { most: 1 } }]);
    const gateway = await startTestGateway({ POLICIES_FILE: file });
    // A call without its body runs until it is broken off.
    const running = request(`${gateway.baseUrl}/api/v1/bmi`, {
      method: 'POST',
      headers: { 'X-API-Key': gateway.key, 'Content-Type': 'application/json', 'Content-Length': 5 },
    }).on('error', () => undefined);
    running.write('{');
    await expect.poll(async () => (await gateway.get(TDEE)).status).toBe(429);
    running.destroy();
    await expect.poll(async () => (await gateway.get(TDEE)).status).toBe(200);
    expect((await gateway.get(TDEE)).status).toBe(200);
    await gateway.stop();
  });
});

describe('a JWT in place of a key', () => {
  const ISSUER = 'https://id.example';
  let gateway: TestGateway;
  let sign: (payload: JWTPayload, expires?: string, audience?: string) => Promise<string>;
  const server = createServer();
  beforeAll(async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: '1', alg: 'ES256' }] });
    server.on('request', (_req, res) => res.setHeader('Content-Type', 'application/json').end(jwks));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    sign = (payload, expires = '1m', audience = 'vitalgate') =>
      new SignJWT(payload)
        .setProtectedHeader({ alg: 'ES256', kid: '1' })
        .setIssuer(ISSUER)
        .setAudience(audience)
        .setExpirationTime(expires)
        .sign(privateKey);
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
    const file = join(temporaryFolder('jwt'), 'policies.json');
    const policy = (keys: object) => [
      { policy: 'jwt', config: { jwks: address, issuer: ISSUER, audience: 'vitalgate', keys } },
    ];
    // The id of the first key is known only after a first start.
    gateway = await startTestGateway((_clientId, keyId) => {
      writeFileSync(file, JSON.stringify(policy({ unknown: 'no-such-key', known: keyId })));
      return { POLICIES_FILE: file };
    });
  });
  afterAll(async () => {
    await gateway.stop();
    server.close();
  });

  const call = (token: string, more: Record<string, string> = {}) =>
    gateway.get(TDEE, { Authorization: `Bearer ${token}`, ...more });

  it('makes the call of the key that its claim is mapped to, at /mcp too', async () => {
    const token = await sign({ sub: 'known' });
    const answer = await call(token);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ tdee: 2739.63 });
    expect((await call(await sign({ sub: 'known' }))).status).toBe(200);
    // MCP answers a POST only, and tells so those alone who have a credential.
    const mcp = await gateway.get('/mcp', { Authorization: `Bearer ${token}` });
    expect(mcp.status).toBe(405);
  });

  it('is a second credential beside a key', async () => {
    expect((await call(await sign({ sub: 'known' }), { 'X-API-Key': gateway.key })).status).toBe(401);
    expect((await call('garbage', { 'X-API-Key': gateway.key })).status).toBe(200);
  });

  it('is a 401 if it is expired, forged, for another audience or not mapped', async () => {
    const good = await sign({ sub: 'known' });
    const tokens = [
      await sign({ sub: 'known' }, '-1m'),
      await sign({ sub: 'known' }, '1m', 'others'),
      await sign({ sub: 'nobody' }),
      await sign({ sub: 'unknown' }),
      `${good.slice(0, -4)}AAAA`,
      'garbage',
    ];
    for (const token of tokens) expect((await call(token)).status).toBe(401);
  });
});

it('the example of the documentation is a policy', async () => {
  const guide = readFileSync(new URL('../../docs/plugins.md', import.meta.url), 'utf8');
  const [, example = ''] = /`post-only\/policies\.ts`:\n\n```ts\n(.*?)```/s.exec(guide) ?? [];
  mkdirSync(join(folder, 'post-only'));
  writeFileSync(join(folder, 'post-only', 'policies.ts'), example);
  const file = written([{ policy: 'post-only' }]);
  const policies = await readPolicies(file, () => loadPolicies([join(folder, 'post-only')]));
  const [policy] = policies['after-auth'];
  const request = { method: 'GET', principal: null, addHeader: () => undefined } as unknown as PolicyRequest;
  expect(policy?.handle(request)).toMatchObject({ status: 403, code: 'post-only' });
  expect(policy?.handle({ ...request, method: 'POST' })).toBeUndefined();
});

describe('a file of policies with a mistake', () => {
  it.each([
    [[{ policy: 'countries' }], /0\.policy: countries is none of country-allow-list, jwt, key-concurrency/],
    [[{ policy: 'key-concurrency', config: { most: 0 } }], /0\.config\.most:/],
    [
      [{ policy: 'country-allow-list', config: { header: 'X-API-Key', countries: ['DE'] } }],
      /country-allow-list cannot read x-api-key/,
    ],
    [{ policy: 'jwt' }, /file: /],
  ])('prevents the start: %j', async (file, reason) => {
    await expect(readPolicies(written(file), () => loadPolicies([]))).rejects.toThrow(reason);
  });
});
