import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeKey } from '../../gateway/accounts/keys/key-end.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { usageBy } from '../../gateway/usage/report.ts';
import { actor, type Customer, newCustomer } from '../support/customer.ts';
import type { TestGateway } from '../support/in-process-gateway.ts';
import { connectMcp, postMcp, toolCall } from '../support/mcp-client.ts';
import { MODES } from '../support/modes.ts';
import { waitUntil } from '../support/wait-until.ts';

const ADULT = { weight: 82, height: 178, age: 34, gender: 'male', activity_level: 'moderately_active' };
const BMI = { weight: 65, height: 168 };
/** Two mistakes: a text in place of a number, and an unknown name. */
const BAD = { weight: '65 kg', hieght: 168 };

interface Result {
  readonly isError?: boolean;
  readonly structuredContent?: Record<string, unknown>;
  readonly content: readonly { readonly type: string; readonly text: string }[];
}

interface Listed {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
}

describe.each(MODES)('the calculators as tools, %s', (_mode, start) => {
  let gateway: TestGateway;
  let records: Records;

  beforeAll(async () => {
    gateway = await start();
    records = await openRecords({ dataDir: gateway.dataDir });
  });
  afterAll(() => records.close());

  const customer = (quota: number, more = {}) => newCustomer(records, { quota, ...more });
  const bearer = ({ key }: Customer) => ({ Authorization: `Bearer ${key.text}` });
  const client = (one: Customer, more = {}, options = {}) => connectMcp(gateway, { ...bearer(one), ...more }, options);
  const call = async (one: Customer, name: string, args: Record<string, unknown>, query = '') => {
    const { body } = await postMcp(gateway, bearer(one), toolCall(name, args), query);
    return body.result as Result;
  };
  const listOf = async (one: Customer, query = '') => {
    const response = await gateway.get(`/api/v1${query}`, one.headers);
    return ((await response.json()) as { calculators: Listed[] }).calculators;
  };

  it.each(['legacy', 'auto'] as const)(
    'answer like a POST, to a client of the protocol in mode %s',
    async (version) => {
      const one = await customer(100);
      const mcp = await client(one, {}, { mode: version });
      expect(mcp.getServerVersion()).toMatchObject({ name: 'vitalgate', version: '1.0.0' });
      expect(mcp.getServerCapabilities()).toEqual({ tools: {} });
      const result = await mcp.callTool({ name: 'tdee', arguments: ADULT });
      expect(result).toMatchObject({ structuredContent: { tdee: 2739.63, language: 'en' } });
      expect(result.isError).toBeUndefined();
      const posted = await (await gateway.post('/api/v1/tdee', ADULT, one.headers)).json();
      expect(result.structuredContent).toEqual(posted);
      const { content } = result as Result;
      expect(content.map(({ type }) => type)).toEqual(['text']);
      expect(JSON.parse(content[0]?.text ?? '')).toEqual(posted);
      expect(await one.left(gateway)).toBe(98);
    },
  );

  it.each(['es', 'en'])('are all listed once, by name, with title and summary in the caller’s %s', async (language) => {
    const one = await customer(100);
    const { tools } = await (await client(one, { 'Accept-Language': language })).listTools();
    const listed = await listOf(one, `?lang=${language}`);
    expect(tools.slice(1).map(({ name, title, description }) => [name, title, description])).toEqual(
      listed.map(({ name, title, summary }) => [name, title, summary]),
    );
    expect(tools[0]?.name).toBe('find-calculator');
    expect(listed.length).toBeGreaterThan(100);
    expect(await one.left(gateway)).toBe(100);
  });

  it('are listed in pages of fifty', async () => {
    const one = await customer(100);
    const names: string[] = [];
    const sizes: number[] = [];
    let cursor: string | undefined;
    do {
      const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: cursor === undefined ? {} : { cursor } };
      const { body } = await postMcp(gateway, bearer(one), list);
      const page = body.result as { tools: { name: string }[]; nextCursor?: string };
      names.push(...page.tools.map(({ name }) => name));
      sizes.push(page.tools.length);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(sizes.slice(0, 2)).toEqual([51, 50]);
    expect(names).toEqual(['find-calculator', ...(await listOf(one)).map(({ name }) => name)]);
    const wrong = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor: 'no-such' } };
    expect((await postMcp(gateway, bearer(one), wrong)).body).toMatchObject({ error: { code: -32602 } });
  });

  it('answer in the language of the arguments, else of the query, else of Accept-Language', async () => {
    const one = await customer(100);
    const spanish = await (await client(one, { 'Accept-Language': 'es' })).callTool({ name: 'bmi', arguments: BMI });
    // Normalgewicht, peso normal: the catalogue's words for the same class.
    expect(spanish.structuredContent).toMatchObject({ language: 'es', category_label: 'Peso normal' });
    const german = await call(one, 'bmi', BMI, '?lang=de&units=metric');
    expect(german.structuredContent).toMatchObject({ language: 'de', category_label: 'Normalgewicht' });
    const french = await call(one, 'bmi', { ...BMI, lang: 'fr' }, '?lang=de');
    expect(french.structuredContent).toMatchObject({ language: 'fr' });
    const pounds = await call(one, 'bmi', { weight: 180, height: 70, units: 'imperial', detail: 'full' });
    expect(pounds.structuredContent).toHaveProperty('healthy_weight_lb');
    expect(pounds.structuredContent).toHaveProperty('details.equation');
  });

  it('report every mistake of an input at once, free of charge', async () => {
    const one = await customer(100);
    const result = await call(one, 'bmi', { ...BAD, lang: 7 });
    expect(result.isError).toBe(true);
    const { errors } = result.structuredContent as { errors: { field: string }[] };
    expect(errors.map(({ field }) => field)).toEqual(['lang', 'hieght', 'weight']);
    expect(JSON.parse(result.content[0]?.text ?? '')).toEqual(result.structuredContent);
    expect(await one.left(gateway)).toBe(100);
  });

  it('are refused exactly at the limit of the month, through every entry point', async () => {
    const one = await customer(4);
    const mcp = await client(one);
    const ways = [
      () => one.ask(gateway).then(({ status }) => status === 429),
      () => mcp.callTool({ name: 'tdee', arguments: ADULT }).then(({ isError }) => isError === true),
    ];
    const refused = [];
    for (let at = 0; at < 6; at++) refused.push(await ways[at % 2]?.());
    expect(refused).toEqual([false, false, false, false, true, true]);
    const { isError, structuredContent } = await call(one, 'bmi', BMI);
    expect([isError, structuredContent]).toMatchObject([
      true,
      { code: 'quota-exceeded', 'violated-policies': ['month'], retry_after: expect.any(Number) },
    ]);
    // The list is free.
    expect((await mcp.listTools()).tools.length).toBeGreaterThan(100);
  });

  it('are limited by the burst, lists included; the handshake is free', async () => {
    const one = await customer(100, { burst: { q: 2, w: 3_600 } });
    const mcp = await client(one, {}, { mode: 'legacy' });
    expect((await mcp.callTool({ name: 'bmi', arguments: BMI })).isError).toBeUndefined();
    expect((await mcp.callTool({ name: 'bmi', arguments: BAD })).isError).toBe(true);
    const third = await mcp.callTool({ name: 'bmi', arguments: BMI });
    expect(third.structuredContent).toMatchObject({ 'violated-policies': ['burst'], retry_after: 1_800 });
    const { response, body } = await postMcp(gateway, bearer(one), { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1800']);
    expect(body).toMatchObject({ code: 'quota-exceeded' });
  });

  it('report the quota left after the call', async () => {
    const one = await customer(100);
    const { response } = await postMcp(gateway, bearer(one), toolCall('bmi', BMI));
    expect(response.headers.get('ratelimit')).toContain('"month";r=99;');
    const ping = await postMcp(gateway, bearer(one), { jsonrpc: '2.0', id: 1, method: 'ping' });
    expect(ping.body).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    expect(ping.response.headers.get('ratelimit')).toContain('"month";r=99;');
  });

  it('are limited to those that the key opens, in the list, in a search and in a call', async () => {
    const one = await customer(100);
    await records.db
      .updateTable('keys')
      .set({ calculators: '["bmi"]' })
      .where('client_id', '=', one.clientId)
      .execute();
    const other = await customer(100);
    const mcp = await client(one);
    expect((await mcp.listTools()).tools.map(({ name }) => name)).toEqual(['find-calculator', 'bmi']);
    const found = await call(one, 'find-calculator', { words: 'energy' });
    expect(found.structuredContent).toMatchObject({ calculators: [] });
    expect((await mcp.callTool({ name: 'tdee', arguments: ADULT })).structuredContent).toMatchObject({
      status: 403,
      code: 'calculator-not-included',
    });
    expect((await mcp.callTool({ name: 'bmi', arguments: BMI })).isError).toBeUndefined();
    expect(await one.left(gateway)).toBe(99);
    // Other clients neither see nor pay this.
    expect((await (await client(other)).listTools()).tools.length).toBeGreaterThan(100);
    expect(await other.left(gateway)).toBe(100);
  });

  it('are found by words of their titles, in any spelling, free of charge', async () => {
    const one = await customer(100);
    const names = async (args: Record<string, unknown>) => {
      const { structuredContent } = await call(one, 'find-calculator', args);
      const { calculators } = structuredContent as { calculators: Listed[] };
      return calculators.map(({ name }) => name);
    };
    expect((await names({ words: 'Body-Mass INDEX' }))[0]).toBe('bmi');
    expect(await names({ words: 'calorias', lang: 'es' })).toContain('calories-burned');
    expect(await names({ words: 'xyzzy' })).toEqual([]);
    expect(await names({ words: 'e' })).toHaveLength(10);
    const bad = await call(one, 'find-calculator', { word: 'bmi' });
    expect(bad).toMatchObject({ isError: true, structuredContent: { errors: [{ field: 'word' }] } });
    expect(await one.left(gateway)).toBe(100);
  });

  it.each(['no-such', 'batch', 'list', '', '../classic/bmi'])('have no tool named %j', async (name) => {
    const one = await customer(100);
    const { body } = await postMcp(gateway, bearer(one), toolCall(name, {}));
    expect(body).toMatchObject({ error: { code: -32602, data: { status: 404, code: 'unknown-calculator' } } });
  });

  it('are closed to finance users, and to a revoked key within a second', async () => {
    const finance = await customer(9);
    await records.db.updateTable('users').set({ role: 'finance' }).where('client_id', '=', finance.clientId).execute();
    const refused = await postMcp(gateway, bearer(finance), toolCall('bmi', BMI));
    expect([refused.response.status, refused.body.code]).toEqual([403, 'role-not-allowed']);
    expect(refused.response.headers.get('ratelimit')).toContain('"month";r=9;');
    const one = await customer(100);
    const status = async () => (await postMcp(gateway, bearer(one), toolCall('bmi', BMI))).response.status;
    expect(await status()).toBe(200);
    await revokeKey(records, actor, one.key.id);
    await waitUntil('the revocation', async () => ((await status()) === 401 ? true : undefined), 1_000);
  });

  it('are counted like calls over HTTP', async () => {
    const [http, mcp] = [await customer(3), await customer(3)];
    for (const [path, input] of [
      ['tdee', ADULT],
      ['bmi', BMI],
      ['bmi', BAD],
      ['bmi', BMI],
      ['bmi', BMI],
    ] as const) {
      await gateway.post(`/api/v1/${path}`, input, http.headers);
      await call(mcp, path, input);
    }
    await gateway.get('/api/v1', http.headers);
    await call(mcp, 'find-calculator', { words: 'bmi' });
    await gateway.stop();
    const month = new Date().toISOString().slice(0, 7);
    const usage = ({ clientId }: Customer) => usageBy(records.db, clientId, month, 'calculator');
    expect(await usage(mcp)).toEqual(await usage(http));
    expect(await usage(mcp)).toContainEqual(expect.objectContaining({ name: 'bmi', units: 2 }));
    // Calls that no calculator answered.
    expect(await usage(mcp)).toContainEqual(expect.objectContaining({ name: '', clientErrors: 1, refused: 1 }));
  });
});
