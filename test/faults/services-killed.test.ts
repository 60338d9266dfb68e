import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { newCustomer } from '../support/customer.ts';
import { observed } from '../support/fault-row.ts';
import { freePort } from '../support/free-port.ts';
import { startTestGateway, TDEE, type TestGateway } from '../support/in-process-gateway.ts';
import { type RunningService, startCalculators, TEST_SECRET } from '../support/service.ts';

/** `CALLS=10000 npx vitest run test/faults/services-killed.test.ts` for the long run. */
const CALLS = Number(process.env.CALLS ?? 2_000);
const KILLS = 3;
const CALLERS = 16;
const QUOTA = 1_000_000;

interface Question {
  readonly path: string;
  readonly body?: string;
  readonly language?: string;
}

const QUESTIONS: readonly Question[] = [
  ...[50, 60.5, 82, 120].map((weight) => ({ path: TDEE.replace('weight=82', `weight=${weight}`) })),
  ...['de', 'ja', 'ar'].map((language) => ({ path: '/api/v1/bmi?weight=65&height=168', language })),
  { path: '/api/v1/bmi?detail=full', body: '{"weight":65,"height":168}' },
  { path: '/api/v1/bmi', body: `{"weight":65,${' '.repeat(20_000)}"height":168}` },
  { path: '/api/v1/bmi?weight=abc', language: 'fr' },
  { path: '/api/v1/bmi', body: '{"weight":65' },
];

let services: RunningService[];
let gateway: TestGateway;
/** A gateway that computes locally: its answers are the right ones. */
let reference: TestGateway;
let records: Records;
beforeAll(async () => {
  const port = await freePort();
  const env = { BASE_URL: `http://127.0.0.1:${port}` };
  services = await Promise.all([startCalculators(env), startCalculators(env)]);
  gateway = await startTestGateway({
    PORT: String(port),
    CALCULATORS_URL: services.map(({ baseUrl }) => baseUrl).join(),
    SERVICE_SECRET: TEST_SECRET,
  });
  reference = await startTestGateway();
  records = await openRecords({ dataDir: gateway.dataDir });
}, 60_000);
afterAll(async () => {
  await records.close();
  await gateway.stop();
  await reference.stop();
  for (const service of services) service.kill();
});

function ask({ path, body, language = 'en' }: Question, baseUrl: string, headers: Record<string, string>) {
  const all = { ...headers, 'Accept-Language': language };
  if (body === undefined) return fetch(baseUrl + path, { headers: all });
  return fetch(baseUrl + path, { method: 'POST', headers: { ...all, 'Content-Type': 'application/json' }, body });
}

/** Status and body, without the parts that differ between calls or gateways. */
async function told(response: Response, baseUrl: string): Promise<string> {
  const text = await response.text();
  return `${response.status} ${text.replaceAll(baseUrl, '').replace(/"request_id":"[^"]+"/, '')}`;
}

it(`${CALLS} mixed calls while one of two instances is killed every second: each is right or an honest failure, and charged correctly`, async () => {
  const right: string[] = [];
  for (const question of QUESTIONS) {
    const response = await ask(question, reference.baseUrl, { 'X-API-Key': reference.key });
    right.push(await told(response, reference.baseUrl));
  }
  const customer = await newCustomer(records, { quota: QUOTA });
  const counts = { right: 0, charged: 0, failed: 0, unavailable: 0 };
  let asked = 0;
  let kills = 0;

  async function caller(): Promise<void> {
    while (asked < CALLS || kills < KILLS) {
      const at = asked % QUESTIONS.length;
      asked += 1;
      const question = QUESTIONS[at];
      if (question === undefined) throw new Error('no question');
      const response = await ask(question, gateway.baseUrl, customer.headers);
      const { status } = response;
      const answer = await told(response, gateway.baseUrl);
      if (status === 502 || status === 503) {
        const code = status === 502 ? 'service-failed' : 'service-unavailable';
        expect(response.headers.get('x-gateway-error')).toBe(code);
        expect(answer).toContain(`"code":"${code}"`);
        counts[status === 502 ? 'failed' : 'unavailable'] += 1;
      } else {
        expect(answer).toBe(right[at]);
        counts.right += 1;
        if (status === 200) counts.charged += 1;
      }
    }
  }

  const calling = Promise.all(Array.from({ length: CALLERS }, caller));
  let done = false;
  const finished = calling.finally(() => {
    done = true;
  });
  // A failure among the callers stops the killing first, and is reported afterwards.
  finished.catch(() => undefined);
  for (let at = 0; !done; at = 1 - at) {
    await sleep(1_000);
    const victim = services[at];
    if (victim === undefined) throw new Error('no victim');
    victim.kill();
    await victim.exited;
    await sleep(300);
    services[at] = await startCalculators({ SERVICE_PORT: String(victim.port), BASE_URL: gateway.baseUrl });
    kills += 1;
  }
  await finished;

  const charged = QUOTA - (await customer.left(gateway));
  observed({
    scenario: `one of two instances of a service is killed every second (${kills} times)`,
    promise: 'each call gets its own answer or an honest failure, and exactly the answered ones are charged',
    observed: `${asked} asked, ${JSON.stringify(counts)}; ${charged} charged by the gateway`,
  });
  expect(charged).toBe(counts.charged);
  // Most calls succeed although an instance is down half of the time.
  expect(counts.right).toBeGreaterThan(0.9 * asked);
  expect(counts.failed + counts.unavailable).toBeLessThan(kills * 4 * CALLERS);
  const log = gateway.logged();
  expect(log.split('service instance out of use').length - 1).toBeGreaterThanOrEqual(2);
  expect(log.split('service instance in use again').length - 1).toBeGreaterThanOrEqual(2);
}, 120_000);
