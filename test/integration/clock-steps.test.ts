import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRecords } from '../../gateway/records/records.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';

const MINUTE = 60_000;
const START = Date.now();

/** The clocks of the machine. The test sets the wall clock; time passes by the monotonic one. */
const machine = { wall: START, monotonic: 0 };
const pass = (ms: number) => {
  machine.wall += ms;
  machine.monotonic += ms;
};

let gateway: TestGateway;
let customer: Customer;
beforeAll(async () => {
  gateway = await startTestGateway({}, { wall: () => machine.wall, monotonic: () => machine.monotonic, servers: null });
  const records = await openRecords({ dataDir: gateway.dataDir });
  // 12 calls, then one every 5 seconds.
  customer = await newCustomer(records, { quota: 1_000, burst: { q: 12, w: 60 } });
  await records.close();
});
afterAll(() => gateway.stop());

const calls = async (times: number) => {
  const answers: Response[] = [];
  for (let call = 0; call < times; call += 1) answers.push(await customer.ask(gateway));
  return answers.map(({ status, headers }) =>
    status === 200 ? 'admitted' : `${status} for ${headers.get('retry-after')} s`,
  );
};
const clock = async () => {
  const { parts } = (await (await fetch(`${gateway.baseUrl}/readyz`)).json()) as { parts: { clock: string } };
  return parts.clock;
};

it.each([5 * MINUTE, -5 * MINUTE])('a step of the clock by %i ms neither blocks nor gives a burst', async (step) => {
  pass(MINUTE);
  expect(await calls(13)).toEqual([...Array.from({ length: 12 }, () => 'admitted'), '429 for 5 s']);
  machine.wall += step;
  expect(await calls(1)).toEqual(['429 for 5 s']);
  pass(5_000);
  expect(await calls(2)).toEqual(['admitted', '429 for 5 s']);
  expect(await clock()).toBe('degraded');
  machine.wall -= step;
  expect(await calls(1)).toEqual(['429 for 5 s']);
  expect(await clock()).toBe('ok');
});
