import { Server } from '@modelcontextprotocol/server';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { newKey } from '../../gateway/accounts/keys/key-format.ts';
import { Calculations } from '../../gateway/calculation/engine/calculations.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';
import { postMcp, toolCall } from '../support/mcp-client.ts';
import { rawRequest } from '../support/raw-request.ts';

const CALL = toolCall('bmi', { weight: 65, height: 168 });
const PING = { jsonrpc: '2.0', id: 7, method: 'ping' };

let gateway: TestGateway;
let records: Records;
let one: Customer;
beforeAll(async () => {
  // Each failure comes from another address, so that the throttle does not interfere.
  gateway = await startTestGateway({ TRUST_PROXY: '127.0.0.1' });
  records = await openRecords({ dataDir: gateway.dataDir });
  one = await newCustomer(records, { quota: 100 });
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await records.close();
  await gateway.stop();
});

let callers = 0;
const secure = () => ({ 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': `203.0.113.${callers++ % 250}` });
const post = (headers: Record<string, string>, message: unknown = CALL, query = '') =>
  postMcp(gateway, { ...secure(), ...headers }, message, query);
const bearer = (text = one.key.text) => ({ Authorization: `Bearer ${text}` });
const left = async () => {
  const response = await gateway.get('/api/v1/nothing', { ...secure(), ...one.headers });
  return Number(/"month";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]);
};

/** A message of the 2026-07-28 revision, in which requests are stateless. */
async function modern(method: string, params: object) {
  const revision = '2026-07-28';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const headers = { 'Content-Type': 'application/json', 'MCP-Protocol-Version': revision, 'Mcp-Method': method };
  const response = await fetch(`${gateway.baseUrl}/mcp`, {
    method: 'POST',
    headers: { ...secure(), ...bearer(), ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  });
  return { response, text: await response.text() };
}

describe('the credential of /mcp', () => {
  it('is one key, in any of its three places', async () => {
    const { text } = one.key;
    expect((await post(bearer())).response.status).toBe(200);
    expect((await post({ Authorization: `bearer   ${text}` })).response.status).toBe(200);
    expect((await post(one.headers)).response.status).toBe(200);
    const { response } = await post({}, CALL, `?apikey=${text}`);
    expect([response.status, response.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
  });

  it('is refused with one text for every reason, and a challenge that clients understand', async () => {
    const { text } = one.key;
    const attempts: [Record<string, string>, string?][] = [
      [{}],
      [bearer('garbage')],
      [bearer(newKey('live'))],
      [bearer(`${text} ${text}`)],
      [{ Authorization: text }],
      [{ Authorization: `Basic ${btoa(`${text}:`)}` }],
      [{ Cookie: `session=${text}` }],
      [{ ...bearer(), ...one.headers }],
      [{ Authorization: 'Basic eDp5', ...one.headers }],
      [bearer(), `?apikey=${text}`],
      [one.headers, `?apikey=${text}`],
    ];
    const bodies = new Set<string>();
    for (const [headers, query] of attempts) {
      const { response, body } = await post(headers, CALL, query);
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="vitalgate"']);
      const { request_id, ...rest } = body;
      bodies.add(JSON.stringify(rest));
    }
    expect([...bodies]).toEqual([expect.stringContaining('Authorization: Bearer')]);
    const twice = ['POST /mcp HTTP/1.1', 'Host: x', 'X-Forwarded-Proto: https', 'Content-Length: 0'];
    const header = `Authorization: Bearer ${text}`;
    expect(await rawRequest(gateway.baseUrl, [...twice, header, header])).toMatch(/^HTTP\/1\.1 401 /);
    // The key is checked before everything else; other routes do not accept a bearer token.
    expect((await gateway.get('/mcp', secure())).status).toBe(401);
    expect((await gateway.get('/api/v1', { ...secure(), ...bearer() })).status).toBe(401);
  });

  it('appears in no log line and no answer', async () => {
    const secret = one.key.text.slice('vg_test_'.length);
    const { body } = await post(bearer(), toolCall('bmi', { weight: 'x', apikey: 'y' }), '?lang=de');
    expect(JSON.stringify(body)).not.toContain(secret);
    await post({}, CALL, `?apikey=${one.key.text}`);
    expect(gateway.logged()).toContain('"path":"/mcp"');
    expect(gateway.logged()).not.toContain(secret);
  });
});

/** DNS rebinding: a page points its own name at the gateway's address, and the browser sees one origin. */
it('a page of another origin reaches nothing, even with a key', async () => {
  const before = await left();
  const { baseUrl, port } = gateway;
  for (const origin of ['https://evil.example', `http://rebound.example:${port}`, `${baseUrl}.example`, 'null', '']) {
    const { response, body } = await post({ ...bearer(), Origin: origin, 'Sec-Fetch-Site': 'same-origin' });
    expect([response.status, body.code], origin).toEqual([403, 'origin-not-allowed']);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  }
  expect(await left()).toBe(before);
  expect((await post({ ...bearer(), Origin: baseUrl })).response.status).toBe(200);
});

describe('an invalid message', () => {
  it.each(['GET', 'DELETE', 'PUT', 'HEAD'])('%s is 405: the server has no stream and no session', async (method) => {
    const response = await fetch(`${gateway.baseUrl}/mcp`, { method, headers: { ...secure(), ...bearer() } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.each([
    ['another type', 'x', { 'Content-Type': 'text/plain' }, '', 415, 'unsupported-media-type'],
    ['more than 64 KB', 'x'.repeat(65_537), {}, '', 413, 'payload-too-large'],
    ['no JSON', '{', {}, '', 400, 'malformed-json'],
    // The protocol dropped batches with its 2025-06-18 revision.
    ['several messages', [CALL, CALL], {}, '', 400, 'malformed-json'],
    [
      'a member twice',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"bmi","name":"tdee"}}',
      {},
      '',
      400,
      'repeated-member',
    ],
    ['a query that cannot be read', CALL, {}, '?lang=%', 400, 'malformed-query'],
    ['a query of something else', CALL, {}, '?weight=65', 400, 'invalid-parameters'],
  ])('with %s is refused like any bad input', async (_name, body, headers, query, status, code) => {
    const before = await left();
    const { response, body: problem } = await post({ ...bearer(), ...headers }, body, query);
    expect([response.status, problem.code]).toEqual([status, code]);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await left()).toBe(before);
  });

  it.each([
    ['no JSON-RPC', { method: 'ping' }, {}, 400, -32600],
    ['no method of this server', { ...PING, method: 'resources/list' }, {}, 200, -32601],
    ['a tool without a name', { ...CALL, params: {} }, {}, 200, -32602],
    ['arguments that are a list', { ...CALL, params: { name: 'bmi', arguments: [] } }, {}, 200, -32602],
    ['an unknown revision', PING, { 'MCP-Protocol-Version': '1999-01-01' }, 400, -32000],
  ])('with %s gets an error of the protocol', async (_name, message, headers, status, code) => {
    const { response, body } = await post({ ...bearer(), ...headers }, message);
    expect([response.status, (body.error as { code: number }).code]).toEqual([status, code]);
    expect(response.headers.get('ratelimit')).toContain('"month"');
  });

  it('can subscribe to changes, and gets none', async () => {
    const { response, text } = await modern('subscriptions/listen', { notifications: { toolsListChanged: true } });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(text).toContain('"notifications":{}');
  });

  it('that only notifies is accepted without an answer', async () => {
    const { response, body } = await post(bearer(), { jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([response.status, body]).toEqual([202, {}]);
  });
});

it('no answer may be cached, and each has its id', async () => {
  const answers = [await post(bearer()), await post({}), await post(bearer(), '{'), await post(bearer(), PING)];
  for (const { response } of answers) {
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('x-request-id')).toMatch(/./);
  }
});

describe('an internal failure', () => {
  const secret = 'a secret of ours';
  const fail = () => {
    throw new Error(secret);
  };

  function expectProblem(response: Response, text: string): void {
    expect([response.status, JSON.parse(text).code]).toEqual([500, 'internal-error']);
    expect(response.headers.get('x-gateway-error')).toBe('internal-error');
    expect(text).not.toContain(secret);
    expect(gateway.logged()).toContain(secret);
  }

  it('during a tool call is a 500 problem that hides the reason', async () => {
    vi.spyOn(Calculations.prototype, 'compute').mockImplementation(fail);
    const before = await left();
    const { response, body } = await post(bearer(), CALL);
    expectProblem(response, JSON.stringify(body));
    expect(await left()).toBe(before);
  });

  it('in the library gets the same answer in every revision of the protocol, and is logged once', async () => {
    vi.spyOn(Server.prototype, 'connect').mockImplementation(fail);
    const { response, body } = await post(bearer(), PING);
    expectProblem(response, JSON.stringify(body));
    const newest = await modern('tools/list', {});
    expectProblem(newest.response, newest.text);
    const id = String(response.headers.get('x-request-id'));
    const calls = gateway
      .logged()
      .split('\n')
      .filter((line) => line.includes(`"${id}"`) && line.includes('"msg":"call"'));
    expect(calls).toHaveLength(1);
  });
});
