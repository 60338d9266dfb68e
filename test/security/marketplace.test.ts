import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { listenOn } from '../../plugins/sdk/server/http-server.ts';
import { startTestGateway, TDEE, type TestGateway } from '../support/in-process-gateway.ts';
import {
  MARKET_HOST,
  marketplaceEnvironment,
  PROXY_HOST,
  PROXY_SECRET,
  subscribe,
  vouchedFor,
} from '../support/marketplace.ts';
import { rawRequest } from '../support/raw-request.ts';
import { TEST_SECRET } from '../support/service.ts';

/**
 * Mixed-up credentials, hosts and entry points. No attempt may call the service behind the gateway or change a quota.
 */
const BMI = '/classic/bmi?height=160&weight=80';

let gateway: TestGateway;
let records: Records;
let service: Server;
/** Paths requested from the service. */
const reached: string[] = [];
/** Headers of its latest request. */
let seen: readonly string[] = [];
let consumer: Awaited<ReturnType<typeof subscribe>>;

beforeAll(async () => {
  service = createServer((req, res) => {
    if (req.url !== '/healthz') reached.push(req.url ?? '');
    seen = req.rawHeaders;
    // This answer costs nothing.
    res.writeHead(400, { 'Content-Type': 'application/json' }).end('{}');
  });
  const url = `http://127.0.0.1:${await listenOn(service, '127.0.0.1', 0)}`;
  gateway = await startTestGateway({
    ...marketplaceEnvironment(),
    CALCULATORS_URL: url,
    SERVICE_SECRET: TEST_SECRET,
    // Every attempt comes from another address, so that the throttle of failures does not interfere.
    TRUST_PROXY: '127.0.0.1',
  });
  records = await openRecords({ dataDir: gateway.dataDir });
  consumer = await subscribe(records, 'victim');
});
afterAll(async () => {
  await records.close();
  await gateway.stop();
  service.closeAllConnections();
  service.close();
});

let attempts = 0;

/** Sends these lines and returns the status and the text. */
async function attempt(path: string, lines: readonly string[], host = 'api.example.com') {
  attempts += 1;
  const proxied = [`X-Forwarded-For: 203.0.113.${attempts}`, 'X-Forwarded-Proto: https'];
  const request = [`GET ${path} HTTP/1.1`, `Host: ${host}`, ...proxied, ...lines];
  const answer = await rawRequest(gateway.baseUrl, request);
  return { status: Number(answer.split(' ')[1]), answer };
}

const key = () => `X-Marketplace-Key: ${consumer.key}`;
const host = (value = MARKET_HOST) => `X-Marketplace-Host: ${value}`;
const apiKey = () => `X-API-Key: ${gateway.key}`;
const lines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

/** The consumer's remaining quota, read at an unknown path, which costs nothing. */
async function left(): Promise<string | undefined> {
  const { answer } = await attempt('/classic/nothing', [key(), host()]);
  return /"month";r=(\d+)/.exec(answer)?.[1];
}

afterEach(async () => {
  expect(reached).toEqual([]);
  expect(await left()).toBe('3');
  expect(await records.db.selectFrom('consumers').selectAll().execute()).toHaveLength(1);
});

it('refuses v1 to every marketplace', async () => {
  for (const path of [TDEE, '/api/v1', '/api/v1/batch', '/platform/v1/me', '/mcp']) {
    expect((await attempt(path, [key(), host()])).status, path).toBe(403);
    expect((await attempt(path, lines(vouchedFor('victim', 'PRO', 'not-the-secret-of-it')))).status, path).toBe(401);
  }
  expect((await attempt(TDEE, [key(), host()], MARKET_HOST)).status).toBe(403);
});

it.each([
  ['in another case', MARKET_HOST.toUpperCase()],
  ['with a trailing dot', `${MARKET_HOST}.`],
  ['with a port', `${MARKET_HOST}:443`],
  ['in a list', `${MARKET_HOST}, ${MARKET_HOST}`],
  ['in a list behind another', `evil.example,${MARKET_HOST}`],
  ['with a letter of another script', MARKET_HOST.replace('e', 'е')],
  ['of full width', MARKET_HOST.replace('.', '．')],
  ['with a scheme', `https://${MARKET_HOST}`],
  ['with a path', `${MARKET_HOST}/`],
  ['as a subdomain', `x.${MARKET_HOST}`],
  ['with more behind it', `${MARKET_HOST}.evil.example`],
  ['of another marketplace', PROXY_HOST],
  ['empty', ''],
])('trusts no host %s', async (_how, value) => {
  expect((await attempt(BMI, [key(), host(value)])).status).toBe(401);
});

it('accepts no request on the strength of its host alone', async () => {
  expect((await attempt('/bmi?height=160&weight=80', [key()], MARKET_HOST)).status).toBe(401);
  expect((await attempt('/bmi?height=160&weight=80', [], MARKET_HOST)).status).toBe(401);
});

it('trusts no marketplace in proxy mode without its secret', async () => {
  const { 'X-RapidAPI-Proxy-Secret': _secret, ...without } = vouchedFor('victim');
  expect((await attempt(BMI, lines(without))).status).toBe(401);
  expect((await attempt(BMI, [...lines(without), `X-RapidAPI-Host: ${PROXY_HOST}`])).status).toBe(401);
  expect((await attempt(BMI, [...lines(without), `X-RapidAPI-Host: ${PROXY_HOST}`, 'X-RapidAPI-Key: k'])).status).toBe(
    401,
  );
});

it('refuses a secret that is wrong by one byte, too short or too long', async () => {
  const last = PROXY_SECRET.length - 1;
  const wrong = [
    `${PROXY_SECRET.slice(0, last)}a`,
    `x${PROXY_SECRET.slice(1)}`,
    PROXY_SECRET.slice(0, last),
    `${PROXY_SECRET}b`,
    PROXY_SECRET.toUpperCase(),
    '',
  ];
  for (const secret of wrong) {
    expect((await attempt(BMI, lines(vouchedFor('mallory', 'PRO', secret)))).status, secret).toBe(401);
  }
});

it('refuses a secret in the headers of another marketplace', async () => {
  const moved = [
    `X-Marketplace-Proxy-Secret: ${PROXY_SECRET}`,
    'X-Marketplace-User: mallory',
    'X-Marketplace-Subscription: PRO',
  ];
  expect((await attempt(BMI, moved)).status).toBe(401);
  expect((await attempt(BMI, [...moved, host(PROXY_HOST)])).status).toBe(401);
  expect((await attempt(BMI, [`X-RapidAPI-Key: ${consumer.key}`, `X-RapidAPI-Host: ${MARKET_HOST}`])).status).toBe(401);
});

it('refuses any two credentials at once', async () => {
  for (const path of [BMI, TDEE, '/platform/v1/me']) {
    expect((await attempt(path, [key(), host(), apiKey()])).status, path).toBe(401);
    expect((await attempt(path, [...lines(vouchedFor('mallory')), apiKey()])).status, path).toBe(401);
    expect((await attempt(path, [...lines(vouchedFor('mallory')), key(), host()])).status, path).toBe(401);
    const both = `${path}${path.includes('?') ? '&' : '?'}apikey=${gateway.key}`;
    expect((await attempt(both, [key(), host()])).status, path).toBe(401);
    // Part of a second credential is enough to be refused.
    expect((await attempt(path, [host(), apiKey()])).status, path).toBe(401);
  }
});

it('refuses a repeated header in any spelling', async () => {
  expect((await attempt(BMI, [key(), key(), host()])).status).toBe(401);
  expect((await attempt(BMI, [key(), host(), host()])).status).toBe(401);
  expect((await attempt(BMI, [key(), host(), 'x-marketplace-key: another-key'])).status).toBe(401);
  // Even one that this mode does not use.
  const users = ['X-Marketplace-User: ann', 'X-Marketplace-User: bob'];
  expect((await attempt(BMI, [key(), host(), ...users])).status).toBe(401);
  expect((await attempt(BMI, [...lines(vouchedFor('mallory')), 'x-rapidapi-user: victim'])).status).toBe(401);
});

it('reads no credential of a marketplace from the query', async () => {
  const query = `X-Marketplace-Key=${consumer.key}&X-Marketplace-Host=${MARKET_HOST}`;
  expect((await attempt(`${BMI}&${query}`, [])).status).toBe(401);
  expect((await attempt(`${BMI}&${query}`, [host()])).status).toBe(401);
  expect((await attempt(`${TDEE}&${query}`, [])).status).toBe(401);
});

it('accepts no header smuggled into another', async () => {
  // A folded line (RFC 9112, section 5.2) must become neither a header of its own nor part of a host.
  const checkpointed = ['X-Note: a', ` X-Marketplace-Key: ${consumer.key}`, host()];
  expect((await attempt(BMI, checkpointed)).status).toBeGreaterThanOrEqual(400);
  expect((await attempt(BMI, [key(), `X-Marketplace-Host: ${MARKET_HOST}\tx`])).status).toBe(401);
  expect(
    (await attempt(BMI, [key(), `X-Marketplace-Host: evil.example\r\n ${MARKET_HOST}`])).status,
  ).toBeGreaterThanOrEqual(400);
  expect((await attempt(BMI, [`X-Marketplace-Key : ${consumer.key}`, host()])).status).toBeGreaterThanOrEqual(400);
  expect((await attempt(BMI, [`X_Marketplace_Key: ${consumer.key}`, host()])).status).toBe(401);
  const user = [
    'X-RapidAPI-User: victim\u0000',
    'X-RapidAPI-Subscription: PRO',
    `X-RapidAPI-Proxy-Secret: ${PROXY_SECRET}`,
  ];
  expect((await attempt(BMI, user)).status).toBeGreaterThanOrEqual(400);
});

it('accepts neither a key of v1 nor the hash of a key as a marketplace key', async () => {
  const { hash } = await records.db
    .selectFrom('keys')
    .where('client_id', '=', consumer.clientId)
    .select('hash')
    .executeTakeFirstOrThrow();
  expect((await attempt(BMI, [`X-Marketplace-Key: ${gateway.key}`, host()])).status).toBe(401);
  expect((await attempt(BMI, [`X-Marketplace-Key: ${hash}`, host()])).status).toBe(401);
  expect((await attempt(BMI, [`X-API-Key: ${consumer.key}`])).status).toBe(401);
  expect((await attempt(`${BMI}&apikey=${consumer.key}`, [])).status).toBe(401);
});

it('accepts no identity header from a caller', async () => {
  const identity = [`X-Gateway-Client: ${consumer.clientId}`, 'X-Gateway-Authenticated: true'];
  expect((await attempt(BMI, identity)).status).toBe(401);
});

it('identifies the caller to a service in signed headers only', async () => {
  expect((await attempt(BMI, [key(), host()])).status).toBe(400);
  expect(reached.splice(0)).toEqual([BMI]);
  const names = seen.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
  expect(names.filter((name) => name.startsWith('x-') && !name.startsWith('x-gateway-'))).toEqual([]);
  expect(seen[names.indexOf('x-gateway-client') * 2 + 1]).toBe(consumer.clientId);
  expect(seen.join()).not.toContain(consumer.key);
  expect(seen.join()).not.toContain(MARKET_HOST);
});
