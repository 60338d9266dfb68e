import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUser } from '../../gateway/accounts/users/user-create.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { actor, type Customer, newCustomer } from '../support/customer.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';
import { json, servicePlugin, startTestService, type TestService } from '../support/remote-service.ts';
import { TEST_SECRET } from '../support/service.ts';
import { waitUntil } from '../support/wait-until.ts';

const BMI = '/api/v1/bmi';
const INPUT = { weight: 65, height: 168 };
const FAR = '/api/v1/far';
const BATCH = '/api/v1/batch';

let service: TestService;
let gateway: TestGateway;
let records: Records;
/** Calls that the service has not answered. */
let waiting: ServerResponse[];
let served = 0;
let keys = 0;

beforeAll(async () => {
  service = await startTestService((req, res) => {
    served += 1;
    if (req.url === `${FAR}?wait`) waiting.push(res);
    else json(res, Number(/\?(\d+)$/.exec(req.url ?? '')?.[1] ?? 200), {});
  });
  gateway = await startTestGateway({
    SERVICE_SECRET: TEST_SECRET,
    PLUGINS: servicePlugin({ urls: [service.url] }),
    MANUAL_TOP_UPS: 'at-once',
  });
  records = await openRecords({ dataDir: gateway.dataDir });
});
afterAll(async () => {
  await records.close();
  await service.close();
});
beforeEach(() => {
  waiting = [];
  served = 0;
});

/** A new key, as a header value. */
function newKey(): string {
  keys += 1;
  return `"key-${keys}"`;
}

const post = (customer: Customer, path: string, body: unknown, key: string) =>
  fetch(gateway.baseUrl + path, {
    method: 'POST',
    headers: { ...customer.headers, 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(body),
  });

const codeOf = async (answer: Response) => [answer.status, JSON.parse(await answer.text()).code];

describe('a repeated POST', () => {
  it('of a calculator is computed again and charged once, even if nothing is left', async () => {
    const customer = await newCustomer(records, { quota: 1 });
    const key = newKey();
    const first = await (await post(customer, BMI, INPUT, key)).json();
    const second = await post(customer, BMI, INPUT, key);
    expect(second.status).toBe(200);
    expect(await second.json()).toEqual(first);
    expect((await post(customer, BMI, INPUT, newKey())).status).toBe(429);
    expect(await customer.left(gateway)).toBe(0);
  });

  it('with another body, query or path gets 422', async () => {
    const customer = await newCustomer(records, { quota: 10 });
    const key = newKey();
    await post(customer, BMI, INPUT, key);
    const reused = [422, 'idempotency-key-reused'];
    expect(await codeOf(await post(customer, BMI, { ...INPUT, weight: 66 }, key))).toEqual(reused);
    expect(await codeOf(await post(customer, `${BMI}?lang=de`, INPUT, key))).toEqual(reused);
    expect(await codeOf(await post(customer, BATCH, { requests: [{ calculator: 'bmi', input: INPUT }] }, key))).toEqual(
      reused,
    );
    expect(await customer.left(gateway)).toBe(9);
  });

  it('that was not charged does not use up its key', async () => {
    const customer = await newCustomer(records, { quota: 10 });
    const key = newKey();
    expect((await post(customer, BMI, { weight: 65 }, key)).status).toBe(400);
    expect((await post(customer, BMI, INPUT, key)).status).toBe(200);
  });

  it('uses keys of its own account', async () => {
    const key = newKey();
    for (const customer of [await newCustomer(records, { quota: 1 }), await newCustomer(records, { quota: 1 })]) {
      expect((await post(customer, BMI, INPUT, key)).status).toBe(200);
      expect(await customer.left(gateway)).toBe(0);
    }
  });
});

describe('a repeated batch', () => {
  const requests = [
    { calculator: 'bmi', input: INPUT },
    { calculator: 'bmi', input: { weight: 65 } },
    { calculator: 'bmi', input: { ...INPUT, weight: 70 } },
  ];
  const statuses = async (answer: Response) =>
    JSON.parse(await answer.text()).results.map(({ status }: { status: number }) => status);

  it('is answered again and charged once', async () => {
    const customer = await newCustomer(records, { quota: 2 });
    const key = newKey();
    expect(await statuses(await post(customer, BATCH, { requests }, key))).toEqual([200, 400, 200]);
    // Limits come before input, and nothing is left for a calculation that was not charged.
    expect(await statuses(await post(customer, BATCH, { requests }, key))).toEqual([200, 429, 200]);
    expect(await customer.left(gateway)).toBe(0);
  });

  it('charges what was refused before', async () => {
    const customer = await newCustomer(records, { quota: 1 });
    const key = newKey();
    expect(await statuses(await post(customer, BATCH, { requests }, key))).toEqual([200, 429, 429]);
    await customer.setLimits({ quota: 10 });
    await waitUntil('the new limits', async () => ((await customer.left(gateway)) === 9 ? true : undefined));
    expect(await statuses(await post(customer, BATCH, { requests }, key))).toEqual([200, 400, 200]);
    expect(await customer.left(gateway)).toBe(8);
  });

  it('with another body gets 422, and nothing is computed', async () => {
    const customer = await newCustomer(records, { quota: 10 });
    const key = newKey();
    await post(customer, BATCH, { requests }, key);
    const other = { requests: [...requests, { calculator: 'bmi', input: INPUT }] };
    expect(await codeOf(await post(customer, BATCH, other, key))).toEqual([422, 'idempotency-key-reused']);
    expect(await customer.left(gateway)).toBe(8);
  });

  it('does not call a service again', async () => {
    const customer = await newCustomer(records, { quota: 10 });
    const key = newKey();
    const mixed = { requests: [{ calculator: 'far', input: {} }, requests[0]] };
    expect(await statuses(await post(customer, BATCH, mixed, key))).toEqual([200, 200]);
    expect(await statuses(await post(customer, BATCH, mixed, key))).toEqual([409, 200]);
    expect([served, await customer.left(gateway)]).toEqual([1, 8]);
  });
});

describe('a repeated call of a service', () => {
  it('gets 409 with Retry-After while the first one runs, and 409 after its answer', async () => {
    const customer = await newCustomer(records, { quota: 10 });
    const key = newKey();
    const first = post(customer, `${FAR}?wait`, INPUT, key);
    const res = await waitUntil('the call', () => waiting[0]);
    const second = await post(customer, `${FAR}?wait`, INPUT, key);
    expect([second.headers.get('retry-after'), ...(await codeOf(second))]).toEqual([
      '1',
      409,
      'idempotency-key-in-use',
    ]);
    json(res, 200, {});
    expect((await first).status).toBe(200);
    const third = await post(customer, `${FAR}?wait`, INPUT, key);
    expect([third.headers.get('retry-after'), ...(await codeOf(third))]).toEqual([null, 409, 'idempotency-key-in-use']);
    expect([served, await customer.left(gateway)]).toEqual([1, 9]);
  });

  it('is a new call if the first one was not charged', async () => {
    const customer = await newCustomer(records, { quota: 10 });
    const key = newKey();
    expect((await post(customer, `${FAR}?500`, INPUT, key)).status).toBe(502);
    await waitUntil('the unit', async () => ((await customer.left(gateway)) === 10 ? true : undefined));
    expect((await post(customer, `${FAR}?500`, INPUT, key)).status).toBe(502);
    expect(served).toBe(2);
  });

  it('passes the body on, which was read before', async () => {
    const customer = await newCustomer(records, { quota: 10 });
    expect((await post(customer, FAR, INPUT, newKey())).status).toBe(200);
    const long = { text: 'x'.repeat(70_000) };
    expect(await codeOf(await post(customer, FAR, long, newKey()))).toEqual([413, 'payload-too-large']);
    expect(await customer.left(gateway)).toBe(9);
  });
});

describe('the header Idempotency-Key', () => {
  it.each(['a b', '', '""', '"a', '"ä"', `"${'x'.repeat(256)}"`, '"a", "b"', '"a\\x"'])(
    'is refused if it is malformed: %s',
    async (key) => {
      const customer = await newCustomer(records, { quota: 10 });
      expect(await codeOf(await post(customer, BMI, INPUT, Buffer.from(key).toString('latin1')))).toEqual([
        400,
        'idempotency-key-not-valid',
      ]);
      expect(await customer.left(gateway)).toBe(10);
    },
  );

  it('is refused on GET and at addresses that do not read it', async () => {
    const customer = await newCustomer(records, { quota: 10 });
    const headers = { ...customer.headers, 'Idempotency-Key': '"a"' };
    const answer = await fetch(`${gateway.baseUrl}${BMI}?weight=65&height=168`, { headers });
    expect(await codeOf(answer)).toEqual([400, 'idempotency-key-not-valid']);
    expect(await codeOf(await post(customer, '/mcp', {}, '"a"'))).toEqual([400, 'idempotency-key-not-valid']);
    expect(await customer.left(gateway)).toBe(10);
  });

  it('is the same key without quotes', async () => {
    const customer = await newCustomer(records, { quota: 10 });
    const key = newKey();
    await post(customer, BMI, INPUT, key);
    expect((await post(customer, BMI, INPUT, key.slice(1, -1))).status).toBe(200);
    expect(await customer.left(gateway)).toBe(9);
  });

  it('may have 255 characters, and escapes', async () => {
    const customer = await newCustomer(records, { quota: 10 });
    expect((await post(customer, BMI, INPUT, `"${'x'.repeat(255)}"`)).status).toBe(200);
    expect((await post(customer, BMI, INPUT, '"a\\"\\\\b"')).status).toBe(200);
    expect((await post(customer, BMI, INPUT, 'x'.repeat(256))).status).toBe(400);
  });
});

describe('a repeated top-up', () => {
  it('answers with the first payment and credits it once', async () => {
    const customer = await newCustomer(records, { quota: 10 });
    const finance = { clientId: customer.clientId, name: 'Fay', role: 'finance', email: null, language: 'en' } as const;
    const { key: pays } = await createUser(records, actor, async () => undefined, finance);
    const payer = { ...customer, headers: { 'X-API-Key': pays.text } };
    const key = newKey();
    const order = { credits: 100, reference: 'order 1' };
    const [first, second] = [await post(payer, TOP_UPS, order, key), await post(payer, TOP_UPS, order, key)];
    const [one, two] = [JSON.parse(await first.text()), JSON.parse(await second.text())];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(two).toEqual({ ...one, begun: false });
    const another = { credits: 100, reference: 'order 2' };
    expect(await codeOf(await post(payer, TOP_UPS, another, key))).toEqual([422, 'idempotency-key-reused']);
    expect(await codeOf(await post(payer, TOP_UPS, another, 'a b'))).toEqual([400, 'idempotency-key-not-valid']);
    const again = JSON.parse(await (await post(payer, TOP_UPS, order, key)).text());
    expect(again.balance).toBe(one.balance);
  });
});

const TOP_UPS = '/platform/v1/top-ups';
