import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';
import { postMcp, toolCall } from '../support/mcp-client.ts';
import { writeService } from '../support/new-service.ts';
import { TEST_SECRET } from '../support/service.ts';

/** What the service was sent: method, path, body, language. */
const seen: unknown[] = [];
let results: unknown = { lean_mass_kg: 60 };

const service = createServer(async (req, res: ServerResponse) => {
  const body = req.method === 'POST' ? await json(req) : null;
  if (req.url !== '/healthz') seen.push([req.method, req.url, body, req.headers['x-gateway-language']]);
  const text = JSON.stringify(results);
  res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }).end(text);
});

const { folder } = writeService('checked', 'node');
const PATH = '/api/checked/lean-mass';

let gateway: TestGateway;
let records: Records;
let customer: Customer;
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  vi.stubEnv('CHECKED_URLS', `http://127.0.0.1:${port}`);
  gateway = await startTestGateway({ PLUGINS: join(folder), SERVICE_SECRET: TEST_SECRET });
  records = await openRecords({ dataDir: gateway.dataDir });
  customer = await newCustomer(records, { quota: 100 });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await records.close();
  await gateway.stop();
  service.close();
});
afterEach(() => {
  seen.length = 0;
  results = { lean_mass_kg: 60 };
});

const get = (query: string, headers: Record<string, string> = {}) =>
  fetch(`${gateway.baseUrl}${PATH}?${query}`, { headers: { ...customer.headers, ...headers } });
const post = (path: string, body: unknown) =>
  fetch(gateway.baseUrl + path, {
    method: 'POST',
    headers: { ...customer.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('a service with checked inputs', () => {
  it('gets a POST of the inputs in SI units, and callers get the whole answer', async () => {
    const answer = await get('weight=80&body_fat=25&lang=de');
    expect(answer.headers.get('content-language')).toBe('de');
    expect(await answer.json()).toEqual({
      lean_mass_kg: 60,
      profile: { weight_kg: 80, body_fat_percent: 25 },
      language: 'de',
      _api_metadata_: { endpoint_name: 'lean-mass', authenticated: true },
    });
    await post(`${PATH}?detail=full`, { weight: 80, body_fat: 25 });
    const sent = { weight: 80, body_fat: 25 };
    expect(seen).toEqual([
      ['POST', PATH, sent, 'de'],
      ['POST', PATH, sent, 'en'],
    ]);
  });

  it('gets imperial inputs converted, and its results are answered in both systems', async () => {
    // 100 lb · 0.45359237 kg/lb; 60 kg / 0.45359237 = 132.28 lb
    const answer = await get('weight=100&body_fat=25&units=imperial');
    expect(await answer.json()).toMatchObject({
      lean_mass_kg: 60,
      lean_mass_lb: 132.28,
      profile: { weight_kg: 45.36 },
    });
    expect(seen).toEqual([['POST', PATH, { weight: 45.359237, body_fat: 25 }, 'en']]);
  });

  it('sees no request with a mistake: the gateway lists all of them, in the language of the caller, uncharged', async () => {
    const before = await customer.left(gateway);
    const answer = await get('weight=1&body_fat=x&colour=red', { 'Accept-Language': 'de' });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-language')).toBe('de');
    const { errors } = (await answer.json()) as { errors: { field: string; code: string; message: string }[] };
    expect(errors.map(({ field, code }) => [field, code]).toSorted()).toEqual([
      ['body_fat', 'not_a_number'],
      ['colour', 'unknown'],
      ['weight', 'too_small'],
    ]);
    expect((await post(PATH, { weight: 80 })).status).toBe(400);
    expect((await post(PATH, [])).status).toBe(400);
    expect((await get('weight=%FF')).status).toBe(400);
    expect(seen).toEqual([]);
    expect(await customer.left(gateway)).toBe(before);
  });

  it('is in batches and MCP in the same way', async () => {
    const good = { calculator: PATH, input: { weight: 80, body_fat: 25 } };
    const batch = await post('/api/v1/batch', { requests: [good, { calculator: PATH, input: { weight: 'x' } }] });
    expect(await batch.json()).toMatchObject({
      results: [
        { status: 200, result: { lean_mass_kg: 60, profile: { weight_kg: 80 } } },
        { status: 400, problem: { code: 'invalid-parameters' } },
      ],
    });
    const { body } = await postMcp(gateway, { ...customer.headers }, toolCall('checked_lean-mass', good.input));
    expect(body.result).toMatchObject({ structuredContent: { lean_mass_kg: 60 } });
    expect(seen).toEqual([
      ['POST', PATH, good.input, 'en'],
      ['POST', PATH, good.input, 'en'],
    ]);
  });

  it('cannot change the frame of an answer, and results that are no object are its failure, uncharged', async () => {
    results = { lean_mass_kg: 60, language: 'fr', profile: 'mine', _api_metadata_: 1 };
    expect(await (await get('weight=80&body_fat=25')).json()).toMatchObject({
      language: 'en',
      profile: { weight_kg: 80 },
      _api_metadata_: { authenticated: true },
    });
    const before = await customer.left(gateway);
    results = [60];
    const failed = await get('weight=80&body_fat=25');
    expect(failed.status).toBe(502);
    expect(await failed.json()).toMatchObject({ code: 'service-failed' });
    expect(await customer.left(gateway)).toBe(before);
  });

  it('answers HEAD as GET without the body, at the same cost', async () => {
    const before = await customer.left(gateway);
    const query = 'weight=80&body_fat=25';
    const head = await fetch(`${gateway.baseUrl}${PATH}?${query}`, { method: 'HEAD', headers: customer.headers });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe((await get(query)).headers.get('content-length'));
    expect(await customer.left(gateway)).toBe(before - 2);
    expect(seen).toHaveLength(2);
  });
});
