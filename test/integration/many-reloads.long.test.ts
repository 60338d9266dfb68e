import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { observed } from '../support/fault-row.ts';
import { freePort } from '../support/free-port.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { startLoad } from '../support/load.ts';
import { DOUBLES, pluginFolder } from '../support/plugin-folder.ts';

const RELOADS = 200;

/** Reloads before the first look: until then the heap grows to its usual size. */
const WARM_UP = 40;

const QUOTA = 10_000_000;

let gateway: RunningGateway;
let records: Records;
let customer: Customer;
let adminPort: number;
const folder = pluginFolder({ name: 'often', mount: '/api/often', calculators: { double: DOUBLES } });

beforeAll(async () => {
  adminPort = await freePort();
  gateway = await startGateway({ env: { PLUGINS: folder, ADMIN_PORT: String(adminPort), LOG_LEVEL: 'warn' } });
  records = await openRecords({ dataDir: gateway.dataDir });
  customer = await newCustomer(records, { quota: QUOTA });
});
afterAll(async () => {
  await records.close();
  await gateway.stop();
});

/** What a leak would make grow. */
function look() {
  const status = readFileSync(`/proc/${gateway.pid}/status`, 'utf8');
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
  return {
    megabytes: Math.round(kilobytes / 1_024),
    threads: readdirSync(`/proc/${gateway.pid}/task`).length,
    files: readdirSync(`/proc/${gateway.pid}/fd`).length,
  };
}

it('reloads 200 times under load: no call fails, and neither memory nor threads nor sockets grow', async () => {
  const load = (path: string) =>
    startLoad(
      () => gateway.baseUrl + path,
      () => customer.headers,
      2,
      5,
    );
  const loads = [load('/api/often/double?weight=40'), load('/api/v1/bmi?weight=70&height=170')];
  const seen: ReturnType<typeof look>[] = [];
  const start = performance.now();
  for (let reload = 1; reload <= RELOADS; reload += 1) {
    pluginFolder(
      { name: 'often', mount: '/api/often', calculators: { double: DOUBLES }, version: `1.0.${reload}` },
      folder,
    );
    const response = await fetch(`http://127.0.0.1:${adminPort}/reload`, { method: 'POST' });
    expect(await response.json()).toMatchObject({
      refused: [],
      plugins: expect.arrayContaining([`often 1.0.${reload}`]),
    });
    if (reload % WARM_UP === 0) {
      // The old thread ends some milliseconds after its last call.
      await sleep(500);
      seen.push(look());
    }
  }
  const took = (performance.now() - start) / RELOADS;
  await Promise.all(loads.map((one) => one.stop()));
  const answered = loads.reduce((sum, one) => sum + (one.answered.get(200) ?? 0), 0);
  const figures = seen.map(({ megabytes, threads, files }) => `${megabytes} MB, ${threads} threads, ${files} files`);
  observed({
    scenario: `${RELOADS} reloads of a plugin under load`,
    promise: 'no call fails; memory, threads and sockets do not grow',
    observed: `${answered} answers, 0 failed; after each ${WARM_UP} reloads: ${figures.join('; ')}; ${took.toFixed(0)} ms a reload`,
  });
  for (const one of loads) {
    const { 200: answer, ...others } = Object.fromEntries(one.firsts);
    expect(answer).toBeDefined();
    expect([others, one.broken(), one.unsent()]).toEqual([{}, 0, 0]);
  }
  await expect.poll(() => customer.left(gateway).then((left) => QUOTA - left)).toBe(answered);
  // The process starts a thread of its own in the meantime, with its files; from then on nothing may be added.
  const [first, last] = [seen[1], seen.at(-1)];
  expect(last?.threads).toBeLessThanOrEqual((first?.threads ?? 0) + 1);
  // A thread that starts once, such as that of the counter file, has seven files.
  const started = Math.max(0, (last?.threads ?? 0) - (first?.threads ?? 0));
  expect(last?.files).toBeLessThanOrEqual((first?.files ?? 0) + 4 + 7 * started);
  expect(last?.megabytes).toBeLessThanOrEqual((first?.megabytes ?? 0) * 1.3);
  expect(gateway.output()).not.toContain('MaxListenersExceededWarning');
}, 900_000);
