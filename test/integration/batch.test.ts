import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { EmbeddedStore } from '../../gateway/quota/embedded/embedded.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import type { TestGateway } from '../support/in-process-gateway.ts';
import { MODES } from '../support/modes.ts';

interface Answered {
  readonly results: readonly {
    readonly status: number;
    readonly result?: Record<string, unknown>;
    readonly problem?: Record<string, unknown>;
    readonly retry_after?: number;
  }[];
  readonly language: string;
}

const ADULT = { weight: 82, height: 178, age: 34, gender: 'male', activity_level: 'moderately_active' };
const TDEE = { calculator: 'tdee', input: ADULT };
const BMI = { calculator: 'bmi', input: { weight: 65, height: 168 } };
const POUNDS = { calculator: 'bmi', input: { weight: 180, height: 70 } };
const LIFT = { calculator: 'sinclair-total', input: { gender: 'male', weight: 89, total: 320 } };
const BAD = { calculator: 'bmi', input: { weight: '65 kg', hieght: 168 } };

describe.each(MODES)('a batch, with calculators %s', (mode, start) => {
  let gateway: TestGateway;
  let records: Records;

  beforeAll(async () => {
    gateway = await start();
    records = await openRecords({ dataDir: gateway.dataDir });
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    await records.close();
    await gateway.stop();
  });

  const customer = (quota: number, more = {}) => newCustomer(records, { quota, ...more });
  const ask = ({ headers }: Pick<Customer, 'headers'>, requests: unknown, query = '', more = {}) =>
    gateway.post(`/api/v1/batch${query}`, { requests }, { ...headers, ...more });
  const answered = async (response: Response) => {
    expect(response.status).toBe(200);
    return (await response.json()) as Answered;
  };
  const alone = (body: Record<string, unknown>) => ({ ...body, request_id: 'any' });

  it('answers each calculation as a single call would, in order', async () => {
    const one = await customer(100);
    const asked = [
      [TDEE, 'tdee', ''],
      [{ ...BMI, lang: 'de' }, 'bmi', '?lang=de'],
      [{ ...BMI, calculator: 'body-mass-index' }, 'body-mass-index', ''],
      [{ ...POUNDS, units: 'imperial', detail: 'full' }, 'bmi', '?units=imperial&detail=full'],
      [{ ...LIFT, as_of: '2024-08-11' }, 'sinclair-total', '?as_of=2024-08-11'],
      [{ ...LIFT, as_of: '2016-12-31' }, 'sinclair-total', '?as_of=2016-12-31'],
      [BAD, 'bmi', ''],
      [{ ...BMI, lang: 'xx' }, 'bmi', '?lang=xx'],
      [{ calculator: 'tdeee', input: {}, lang: 'fr' }, 'tdeee', '?lang=fr'],
      [{ calculator: 'batch', input: {} }, 'batches', ''],
      [{ calculator: '', input: {} }, '', ''],
    ] as const;
    const { results } = await answered(
      await ask(
        one,
        asked.map(([item]) => item),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual([200, 200, 404, 200, 200, 400, 400, 400, 404, 404, 404]);
    for (const [at, [item, segment, query]] of asked.entries()) {
      if (segment === 'batches') continue;
      const single = await gateway.post(`/api/v1/${segment}${query}`, item.input, one.headers);
      const body = (await single.json()) as Record<string, unknown>;
      const { status, result, problem } = results[at] ?? {};
      expect(status).toBe(single.status);
      expect(alone(result ?? problem ?? {})).toEqual(alone(body));
    }
  });

  it('charges each success and nothing else, and reports the quota left after the last', async () => {
    const one = await customer(100);
    const response = await ask(one, [TDEE, BAD, BMI, { calculator: 'no-such', input: {} }, BMI]);
    // A service's results are reserved until it has answered.
    expect(response.headers.get('ratelimit')).toContain(`"month";r=${mode === 'in a service' ? 96 : 97};`);
    const { results } = await answered(response);
    expect(results.map(({ status }) => status)).toEqual([200, 400, 200, 404, 200]);
    expect(await one.left(gateway)).toBe(97);
  });

  it('refuses with 429 exactly what the quota does not cover', async () => {
    const one = await customer(3);
    const response = await ask(one, [BMI, { calculator: 'no-such', input: {} }, BMI, TDEE, BMI, BAD]);
    expect(response.headers.get('ratelimit')).toContain('"month";r=0;');
    const { results } = await answered(response);
    expect(results.map(({ status }) => status)).toEqual([200, 404, 200, 200, 429, 429]);
    expect(results[4]?.problem).toMatchObject({
      code: 'quota-exceeded',
      'violated-policies': ['month'],
      language: 'en',
    });
    expect(results[4]?.retry_after).toBeGreaterThan(0);
  });

  it('takes one token of the burst per calculation', async () => {
    const one = await customer(100, { burst: { q: 4, w: 3_600 } });
    const { results } = await answered(await ask(one, [BMI, BAD, BMI, BMI, BMI]));
    expect(results.map(({ status }) => status)).toEqual([200, 400, 200, 200, 429]);
    expect(results[4]?.problem).toMatchObject({ 'violated-policies': ['burst'] });
    expect(results[4]?.retry_after).toBe(900);
  });

  it('asks the counters once, then sends them one command', async () => {
    const one = await customer(1_000);
    await one.ask(gateway);
    const admit = vi.spyOn(EmbeddedStore.prototype, 'admit');
    const { results } = await answered(
      await ask(
        one,
        Array.from({ length: 100 }, () => TDEE),
      ),
    );
    expect(results.filter(({ status }) => status === 200)).toHaveLength(100);
    const commands = admit.mock.calls.flatMap(([sent]) => sent).filter(({ client }) => client === one.clientId);
    // The first asks for one call and for all of them, and takes nothing.
    expect(commands.map(({ items }) => items.filter(({ probe }) => !probe).length)).toEqual([0, 100]);
    expect(await one.left(gateway)).toBe(899);
  });

  it('applies lang, units and detail of the query to calculations without their own', async () => {
    const one = await customer(100);
    const response = await ask(one, [POUNDS, { ...POUNDS, lang: 'ja' }], '?lang=es&units=imperial');
    expect(response.headers.get('content-language')).toBe('es');
    const { results, language } = await answered(response);
    expect(language).toBe('es');
    expect(results.map(({ result }) => result?.language)).toEqual(['es', 'ja']);
    expect(results[0]?.result).toHaveProperty('healthy_weight_lb');
    const negotiated = await answered(
      await ask(one, [BMI, { calculator: 'x', input: {} }], '', { 'Accept-Language': 'pt-BR' }),
    );
    expect(negotiated.results.map(({ result, problem }) => (result ?? problem)?.language)).toEqual(['pt', 'pt']);
  });

  it('opens nothing that the key does not open by itself', async () => {
    const one = await customer(100);
    await records.db
      .updateTable('keys')
      .set({ calculators: '["bmi"]' })
      .where('client_id', '=', one.clientId)
      .execute();
    const { results } = await answered(await ask(one, [BMI, TDEE]));
    expect(results.map(({ status }) => status)).toEqual([200, 403]);
    expect(results[1]?.problem).toMatchObject({ code: 'calculator-not-included' });
  });

  it('refuses finance users, other methods, and callers without a key', async () => {
    const one = await customer(100);
    const got = await gateway.get('/api/v1/batch', one.headers);
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await ask({ headers: {} }, [BMI])).status).toBe(401);
    await records.db.updateTable('users').set({ role: 'finance' }).where('client_id', '=', one.clientId).execute();
    const other = await newCustomer(records, { quota: 9 });
    await records.db.updateTable('users').set({ role: 'finance' }).where('client_id', '=', other.clientId).execute();
    const refused = await ask(other, [BMI]);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('ratelimit')).toContain('"month";r=9;');
  });

  it.each([
    ['no list', { requests: {} }, ['requests']],
    ['an empty list', { requests: [] }, ['requests']],
    ['101 calculations', { requests: Array.from({ length: 101 }, () => BMI) }, ['requests']],
    ['nothing', {}, ['requests']],
    ['other members', { requests: [BMI], request: 1 }, ['request']],
    [
      'invalid calculations',
      { requests: [1, { calculator: 7, input: [] }, { ...BMI, method: 'x' }, { ...BMI, lang: 1 }, {}] },
      [
        'requests.0',
        'requests.1.calculator',
        'requests.1.input',
        'requests.2.method',
        'requests.3.lang',
        'requests.4.calculator',
        'requests.4.input',
      ],
    ],
  ])('refuses a batch of %s as a whole and names every mistake', async (_name, body, fields) => {
    const one = await customer(100);
    const response = await gateway.post('/api/v1/batch', body, one.headers);
    expect(response.status).toBe(400);
    const { code, errors } = (await response.json()) as { code: string; errors: { field: string; message: string }[] };
    expect(code).toBe('invalid-parameters');
    expect(errors.map(({ field }) => field)).toEqual(fields);
    for (const { field, message } of errors) expect(message).toContain(field);
    expect(await one.left(gateway)).toBe(100);
  });

  it.each([
    ['not JSON', '{', {}, 400, 'malformed-json'],
    [
      'a member twice',
      '{"requests":[{"calculator":"bmi","input":{"weight":65,"weight":66}}]}',
      {},
      400,
      'repeated-member',
    ],
    ['more than 1 MB', JSON.stringify({ requests: [], x: 'x'.repeat(1_048_577) }), {}, 413, 'payload-too-large'],
    ['another type', '{}', { 'Content-Type': 'text/plain' }, 415, 'unsupported-media-type'],
  ])('refuses a body with %s', async (_name, body, headers, status, code) => {
    const one = await customer(100);
    const response = await gateway.post('/api/v1/batch', body, { ...one.headers, ...headers });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
    expect(await one.left(gateway)).toBe(100);
  });

  it('refuses only the calculation whose input would be too long for a single call', async () => {
    const one = await customer(100);
    const long = { calculator: 'bmi', input: { weight: 65, height: 168, note: 'x'.repeat(70_000) } };
    const { results } = await answered(await ask(one, [BMI, long]));
    expect(results.map(({ status }) => status)).toEqual([200, 413]);
    expect(await one.left(gateway)).toBe(99);
  });

  it('limits bad batches like any bad input', async () => {
    const one = await customer(100, { burst: { q: 2, w: 3_600 } });
    const statuses = [];
    for (let time = 0; time < 3; time++) statuses.push((await ask(one, 'none')).status);
    expect(statuses).toEqual([400, 400, 429]);
  });
});
