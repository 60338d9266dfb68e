import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { newCustomer } from '../support/customer.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';
import { marketplaceEnvironment, subscribe, vouchedFor } from '../support/marketplace.ts';

/** `MIXED_CALLS=10000` for the full number; every test run makes a fifth. */
const CALLS = Number(process.env.MIXED_CALLS ?? 2_000);
const AT_ONCE = 50;
const QUOTA = 100_000;

let gateway: TestGateway;
let records: Records;
beforeAll(async () => {
  // Every call comes from another address, so that failed credentials are not throttled.
  gateway = await startTestGateway({ ...marketplaceEnvironment(), TRUST_PROXY: '127.0.0.1' });
  records = await openRecords({ dataDir: gateway.dataDir });
});
afterAll(async () => {
  await records.close();
  await gateway.stop();
});

interface Caller {
  readonly headers: Readonly<Record<string, string>>;
  readonly api: 'v1' | 'classic';
  /** A weight in kg for each caller: an answer meant for another caller would show. */
  readonly weight: number;
  readonly language: string;
  /** The quota left after each charged call. */
  readonly left: number[];
}

async function callers(): Promise<Caller[]> {
  const made: Caller[] = [];
  const add = (api: Caller['api'], headers: Record<string, string>, language: string) =>
    made.push({
      api,
      headers: { ...headers, 'Accept-Language': language },
      language,
      weight: 60 + made.length,
      left: [],
    });
  for (const language of ['en', 'de', 'es'])
    add('v1', (await newCustomer(records, { quota: QUOTA })).headers, language);
  for (const user of ['m1', 'm2', 'm3']) add('classic', (await subscribe(records, user, 'LARGE')).headers, 'de');
  for (const user of ['h1', 'h2', 'h3']) add('classic', vouchedFor(user, 'LARGE'), 'fr');
  add('classic', (await newCustomer(records, { quota: QUOTA })).headers, 'pt');
  return made;
}

const KINDS = ['good', 'good', 'good', 'bad input', 'wrong credential'] as const;

it(`${CALLS} simultaneous calls of both APIs mix up no quota, identity, language or error`, async () => {
  const everybody = await callers();
  let next = 0;
  let wrongDoor = 0;

  async function one(at: number): Promise<void> {
    const caller = everybody[at % everybody.length];
    const kind = KINDS[Math.floor(at / everybody.length) % KINDS.length];
    if (!caller || !kind) throw new Error('there are callers');
    const { api, weight, language } = caller;
    // A marketplace consumer that tries v1 now and then: its call must not count as another caller's.
    const strays = kind === 'good' && at % 97 === 0 && !('X-API-Key' in caller.headers);
    const mount = strays ? '/api/v1' : api === 'v1' ? '/api/v1' : '/classic';
    const headers: Record<string, string> = {
      ...caller.headers,
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-For': `198.51.${Math.floor(at / 250)}.${at % 250}`,
    };
    if (kind === 'wrong credential') {
      for (const name of Object.keys(headers).filter((header) => /Key|Secret/.test(header))) headers[name] += 'x';
    }
    const height = kind === 'bad input' ? 'tall' : '200';
    const response = await fetch(`${gateway.baseUrl}${mount}/bmi?weight=${weight}&height=${height}`, { headers });
    const body = (await response.json()) as Record<string, unknown>;
    const left = Number(/"month";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]);

    if (kind === 'wrong credential') {
      expect(response.status).toBe(401);
      expect(response.headers.has('ratelimit')).toBe(false);
    } else if (strays) {
      wrongDoor += 1;
      expect(response.status).toBe(403);
    } else if (kind === 'bad input') {
      expect(response.status).toBe(400);
    } else {
      expect(response.status).toBe(200);
      caller.left.push(left);
    }
    if (mount === '/classic') {
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect(body).not.toHaveProperty('language');
      if (response.status === 200) expect(body).toMatchObject({ weight: `${weight}.0 kg`, height: '2.0 m' });
      if (response.status === 400) expect(body.message).toBe('height must be a number.');
    } else {
      // The marketplace channel is always in English.
      expect(body.language).toBe(strays ? 'en' : language);
      if (response.status === 200) expect(body).toMatchObject({ bmi: weight / 4, profile: { weight_kg: weight } });
      else expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    }
  }

  async function worker(): Promise<void> {
    while (next < CALLS) {
      next += 1;
      await one(next - 1);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker));

  expect(wrongDoor).toBeGreaterThan(0);
  for (const { left } of everybody) {
    // Each charged call took one unit of its own caller's quota: every number once, without a gap.
    const expected = Array.from({ length: left.length }, (_, at) => QUOTA - 1 - at);
    expect(left.toSorted((a, b) => b - a)).toEqual(expected);
  }
}, 120_000);
