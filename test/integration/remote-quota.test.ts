import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { monthUsage, usageBy } from '../../gateway/usage/report.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';
import { json, servicePlugin, startTestService, type TestService } from '../support/remote-service.ts';
import { TEST_SECRET } from '../support/service.ts';
import { waitUntil } from '../support/wait-until.ts';

const FAR = '/api/v1/far';

let clock: () => number;
let service: TestService;
let gateway: TestGateway;
let records: Records;
/** Unanswered calls at the service. */
let waiting: ServerResponse[];
beforeAll(async () => {
  clock = Date.now;
  service = await startTestService((req, res) => {
    if (req.url === `${FAR}?wait`) waiting.push(res);
    else json(res, Number(/\?(\d+)$/.exec(req.url ?? '')?.[1] ?? 200), {});
  });
  gateway = await startTestGateway(
    { SERVICE_SECRET: TEST_SECRET, PLUGINS: servicePlugin({ urls: [service.url] }) },
    () => clock(),
  );
  records = await openRecords({ dataDir: gateway.dataDir });
});
afterAll(async () => {
  await records.close();
  await service.close();
});
beforeEach(() => {
  waiting = [];
});

const ask = (customer: Customer, query = '') => customer.ask(gateway, FAR + query);

/** A call that the service is working on. */
async function waitingCall(customer: Customer) {
  const before = waiting.length;
  const answered = ask(customer, '?wait');
  const res = await waitUntil('the call', () => waiting[before]);
  return { answered, answer: (status: number) => json(res, status, {}) };
}

describe('a running call', () => {
  it('holds its unit: another call is refused meanwhile, with a retry after a second', async () => {
    const customer = await newCustomer(records, { quota: 1 });
    const first = await waitingCall(customer);
    const second = await ask(customer);
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '1']);
    first.answer(500);
    expect((await first.answered).status).toBe(502);
    expect((await ask(customer)).status).toBe(200);
    const third = await ask(customer);
    expect(third.status).toBe(429);
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(1);
  });

  it('that ends after its month is charged to that month, or refunded to it', async () => {
    const customer = await newCustomer(records, { quota: 10 });
    clock = () => Date.UTC(2026, 10, 30, 23, 59, 59);
    const [charged, returned] = [await waitingCall(customer), await waitingCall(customer)];
    clock = () => Date.UTC(2026, 11, 1, 0, 0, 1);
    charged.answer(200);
    returned.answer(500);
    expect([(await charged.answered).status, (await returned.answered).status]).toEqual([200, 502]);
    expect(await customer.left(gateway)).toBe(10);
    const other = await newCustomer(records, { quota: 10 });
    for (const query of ['', '?400', '?404', '?500', '?503']) await ask(other, query);

    await gateway.stop();
    expect(await monthUsage(records.db, customer.clientId, '2026-11')).toMatchObject({ used: 1 });
    expect(await monthUsage(records.db, customer.clientId, '2026-12')).toMatchObject({ used: 0 });
    // Usage shows the outcome of the calls, not the assumption at their admission.
    expect(await usageBy(records.db, other.clientId, '2026-12', 'calculator')).toEqual([
      { name: '', calls: 0, units: 0, clientErrors: 2, serverErrors: 0, refused: 0 },
      { name: 'far/far', calls: 1, units: 1, clientErrors: 0, serverErrors: 2, refused: 0 },
    ]);
  });
});
