import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { observed } from '../support/fault-row.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { startLoad } from '../support/load.ts';
import { DOUBLES, pluginFolder } from '../support/plugin-folder.ts';

const SECONDS = 3;
const ROUNDS = 5;

const FAULTS = [
  { fault: 'loops', code: 'for (;;);' },
  { fault: 'eats memory', code: 'const all = []; for (;;) all.push(new Array(50_000).fill(weight));' },
];

let gateway: RunningGateway;
let records: Records;
let customer: Customer;

beforeAll(async () => {
  const sound = pluginFolder({ name: 'sound', mount: '/api/sound', calculators: { double: DOUBLES } });
  const faulty = FAULTS.map(({ code }, at) =>
    pluginFolder({
      name: `faulty-${at}`,
      mount: `/api/faulty-${at}`,
      calculators: { double: `if (weight === 66) { ${code} } ${DOUBLES}` },
    }),
  );
  gateway = await startGateway({ env: { PLUGINS: [sound, ...faulty].join(), LOG_LEVEL: 'warn' } });
  records = await openRecords({ dataDir: gateway.dataDir });
  customer = await newCustomer(records, { quota: 10_000_000 });
});
afterAll(async () => {
  await records.close();
  await gateway.stop();
});

const load = (path: string, callers: number) =>
  startLoad(
    () => gateway.baseUrl + path,
    () => customer.headers,
    callers,
    10,
  );

/** The 99th percentiles of a built-in calculator and of another plugin, in milliseconds, and what else they answered. */
async function measured() {
  const others = [load('/api/v1/bmi?weight=70&height=170', 2), load('/api/sound/double?weight=40', 2)];
  await sleep(SECONDS * 1_000);
  await Promise.all(others.map((one) => one.stop()));
  const failed = others.flatMap((one) => [...one.answered.keys()].filter((status) => status !== 200));
  return { p99s: others.map((one) => one.p99()), failed };
}

/** The median over the rounds: a single round on a busy machine says little. */
const medians = (rounds: readonly (readonly number[])[]) =>
  [0, 1].map(
    (at) => rounds.map((round) => round[at] ?? 0).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? 0,
  );

it.each(FAULTS.map(({ fault }, at) => [fault, at] as const))(
  'a plugin that %s again and again gets 503, and the p99 of all others stays below twice its usual value',
  async (fault, at) => {
    const quiet: number[][] = [];
    const beside: number[][] = [];
    const bad = new Map<number, number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      quiet.push((await measured()).p99s);
      const faulty = load(`/api/faulty-${at}/double?weight=66`, 1);
      const { p99s, failed } = await measured();
      beside.push(p99s);
      expect(failed).toEqual([]);
      await faulty.stop();
      for (const [status, count] of faulty.answered) bad.set(status, (bad.get(status) ?? 0) + count);
    }
    const [before, during] = [medians(quiet), medians(beside)];
    const shown = (ms: readonly number[]) => ms.map((one) => one.toFixed(1)).join(' and ');
    observed({
      scenario: `a plugin ${fault} while a built-in calculator and another plugin are called`,
      promise: '503 for its own calls; p99 of the others below twice that without it',
      observed: `p99 ${shown(before)} ms without it, ${shown(during)} ms beside it; its calls: ${JSON.stringify([...bad])}`,
    });
    expect([...bad.keys()]).toEqual([503]);
    for (const [one, ms] of during.entries()) expect(ms).toBeLessThan(2 * Math.max(before[one] ?? 0, 5));
  },
  300_000,
);
