import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeKey } from '../../gateway/accounts/keys/key-end.ts';
import { plansOf } from '../../gateway/accounts/plans/plans-file.ts';
import { marketplacesOf } from '../../gateway/marketplace/marketplaces-file.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { actor } from '../support/customer.ts';
import { startTestGateway, TDEE, type TestGateway } from '../support/in-process-gateway.ts';
import {
  MARKET_HOST,
  MARKETPLACES,
  marketplaceEnvironment,
  NEXT_SECRET,
  PROXY_HOST,
  subscribe,
  vouchedFor,
} from '../support/marketplace.ts';
import { rawRequest } from '../support/raw-request.ts';

const BMI = '/classic/bmi?height=160&weight=80';
const BASE_URL = 'https://api.example.com';

let gateway: TestGateway;
let records: Records;
beforeAll(async () => {
  gateway = await startTestGateway({ ...marketplaceEnvironment(), BASE_URL, TRUST_PROXY: '127.0.0.1' });
  records = await openRecords({ dataDir: gateway.dataDir });
});
afterAll(async () => {
  await records.close();
  await gateway.stop();
});

/** BASE_URL is the public address; these tests call the address on which the gateway listens. */
const call = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${gateway.port}${path}`, { ...init, headers });

const left = (response: Response) => Number(/"month";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]);

describe('a consumer with a registered key', () => {
  it('calls the classic API in English, and sees its quota', async () => {
    const { headers } = await subscribe(records, 'ann');
    const response = await call(BMI, { ...headers, 'Accept-Language': 'de' });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ bmi: '31.2 kg/m²', weight_status: 'Obese' });
    expect(left(response)).toBe(2);
    expect(response.headers.get('ratelimit-policy')).toContain('"month";q=3');
  });

  it('gets the classic message for an endpoint outside its plan', async () => {
    const { headers } = await subscribe(records, 'basic', 'BASIC');
    const response = await call('/classic/homa-ir-calculator?glucose=81&insulin=5', headers);
    expect(response.status).toBe(403);
    const { message } = (await response.json()) as { message: string };
    expect(message).toContain('disabled for your subscription');
    expect(left(response)).toBe(5);
    // The POST variant belongs to the same endpoint.
    const body = JSON.stringify({ weight: 68, height: 167, age: 34, gender: 'female' });
    const twin = { ...headers, 'Content-Type': 'application/json' };
    expect((await call('/classic/bmr/post', twin, { method: 'POST', body })).status).toBe(200);
  });

  it('is refused in the classic format once a hard limit is used up', async () => {
    const { headers } = await subscribe(records, 'hard', 'BASIC');
    for (let count = 0; count < 5; count += 1) expect((await call(BMI, headers)).status).toBe(200);
    const response = await call(BMI, headers);
    expect(response.status).toBe(429);
    expect(response.headers.get('content-type')).toMatch(/^application\/json\b/);
    expect(response.headers.get('x-gateway-error')).toBe('quota-exceeded');
    expect(response.headers.has('retry-after')).toBe(true);
    expect(response.headers.has('ratelimit')).toBe(true);
    expect(Object.keys((await response.json()) as object)).toEqual(['message', 'error']);
  });

  it('can call beyond a soft limit', async () => {
    const { headers } = await subscribe(records, 'soft');
    for (let count = 0; count < 5; count += 1) expect((await call(BMI, headers)).status).toBe(200);
  });

  it('is refused once its key is revoked', async () => {
    const { headers, clientId } = await subscribe(records, 'gone');
    const { id } = await records.db
      .selectFrom('keys')
      .where('client_id', '=', clientId)
      .select('id')
      .executeTakeFirstOrThrow();
    await revokeKey(records, actor, id);
    expect((await call(BMI, headers)).status).toBe(401);
  });
});

describe('a consumer that a marketplace in proxy mode vouches for', () => {
  it('is created with its first call, on the plan of its subscription', async () => {
    const first = await call(BMI, vouchedFor('new one'));
    expect(first.status).toBe(200);
    expect(left(first)).toBe(2);
    const second = await call(BMI, { ...vouchedFor('new one', 'PRO', NEXT_SECRET), 'X-RapidAPI-Host': PROXY_HOST });
    expect(left(second)).toBe(1);
  });

  it('is one consumer even if its first calls are simultaneous', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => call(BMI, vouchedFor('crowd', 'BASIC'))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await call(BMI, vouchedFor('crowd', 'BASIC'))).status).toBe(429);
    const clients = records.db.selectFrom('consumers').where('external_user', '=', 'crowd').selectAll();
    expect(await clients.execute()).toHaveLength(1);
  });

  it('changes its plan with its subscription, and keeps its usage', async () => {
    const before = await call(BMI, vouchedFor('mover', 'BASIC'));
    expect(left(before)).toBe(4);
    const after = await call(BMI, vouchedFor('mover', 'PRO'));
    expect(after.headers.get('ratelimit-policy')).toContain('"month";q=3');
    expect(left(after)).toBe(1);
  });

  it('is refused with a subscription that has no plan, and is not created', async () => {
    expect((await call(BMI, vouchedFor('stranger', 'ULTRA'))).status).toBe(401);
    const found = records.db.selectFrom('consumers').where('external_user', '=', 'stranger').selectAll();
    expect(await found.execute()).toEqual([]);
  });
});

describe('the host of a request', () => {
  const ask = async (host: string, path: string, ...headers: string[]) => {
    const answer = await rawRequest(`http://127.0.0.1:${gateway.port}`, [
      `GET ${path} HTTP/1.1`,
      `Host: ${host}`,
      ...headers,
    ]);
    return Number(answer.split(' ')[1]);
  };
  const query = 'height=160&weight=80';

  it('puts the classic API at the root only if it is the host of a marketplace', async () => {
    const { key } = await subscribe(records, 'rooted');
    const consumer = [`X-Marketplace-Key: ${key}`, `X-Marketplace-Host: ${MARKET_HOST}`];
    expect(await ask(MARKET_HOST, `/bmi?${query}`, ...consumer)).toBe(200);
    expect(await ask(MARKET_HOST, `/classic/bmi?${query}`, ...consumer)).toBe(200);
    expect(await ask(MARKET_HOST, `/bmi?${query}`)).toBe(401);
    expect(await ask(MARKET_HOST, '/')).toBe(401);
    expect(await ask(MARKET_HOST, '/docs')).toBe(401);
    expect(await ask(MARKET_HOST, '/healthz')).toBe(200);
    expect(await ask('api.example.com', `/bmi?${query}`, ...consumer)).toBe(404);
    for (const host of [`${MARKET_HOST}.`, `${MARKET_HOST}:443`, `x.${MARKET_HOST}`, MARKET_HOST.toUpperCase()]) {
      expect(await ask(host, `/bmi?${query}`, ...consumer), host).toBe(404);
    }
  });
});

/** The table of docs/marketplace.md: a row for each key and host, a column for each kind of path. */
const TABLE = readFileSync('docs/marketplace.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| (known|unknown|absent) \|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .flatMap(([, key = '', host = '', ...statuses]) =>
    [
      [BMI],
      [TDEE, '/api/v1', '/api/v1/no-such-calculator', '/api/v1/batch'],
      ['/platform/v1/me', '/platform'],
      ['/mcp'],
    ].flatMap((paths, at) => paths.map((path) => [key, host, path, Number(statuses[at])] as const)),
  );

describe('key × host × path, as documented', () => {
  it('is complete', () => expect(TABLE).toHaveLength(6 * 8));

  it.each(TABLE)('%s key, %s host, %s: %d', async (key, host, path, status) => {
    const { headers } = await subscribe(records, 'table');
    const keys: Readonly<Record<string, string>> = { known: headers['X-Marketplace-Key'], unknown: 'unknown-key' };
    const hosts: Readonly<Record<string, string>> = { configured: MARKET_HOST, 'not configured': 'other.example' };
    const response = await call(path, {
      ...(keys[key] === undefined ? {} : { 'X-Marketplace-Key': keys[key] }),
      ...(hosts[host] === undefined ? {} : { 'X-Marketplace-Host': hosts[host] }),
      // Every call comes from another address, so that the throttle of failures does not interfere.
      'X-Forwarded-For': `203.0.113.${Math.floor(Math.random() * 250)}`,
      'X-Forwarded-Proto': 'https',
    });
    expect(response.status).toBe(status);
    const text = await response.text();
    if (status === 403) expect(text).toContain(BASE_URL);
  });
});

it('the examples of docs/marketplace.md are a valid file of marketplaces and a valid file of plans', () => {
  const [marketplaces = '', plans = ''] = [
    ...readFileSync('docs/marketplace.md', 'utf8').matchAll(/```json\n(.*?)```/gs),
  ].map(([, text]) => text ?? '');
  const [, hub] = marketplacesOf('docs/marketplace.md', marketplaces);
  // The names of a real marketplace are configuration; the tests of proxy mode above use the same.
  expect(hub?.headers).toEqual(MARKETPLACES[1]?.headers);
  expect(plansOf('docs/marketplace.md', plans).map(({ name }) => name)).toEqual(['market-basic', 'market-pro']);
});
