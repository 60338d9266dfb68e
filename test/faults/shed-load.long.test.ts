import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openRecords } from '../../gateway/records/records.ts';
import { newCustomer } from '../support/customer.ts';
import { observed } from '../support/fault-row.ts';
import { freePort } from '../support/free-port.ts';
import { startGateway } from '../support/gateway.ts';
import { TDEE } from '../support/in-process-gateway.ts';

const run = promisify(execFile);
const SECONDS = 6;
const CHEAP_CLIENTS = 4;
const A_SECOND = 10;

const CALLERS = 12;

/** A megabyte of unknown inputs takes the processor for longer than the event loop may be late. */
const INPUT = Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`unknown${at}`, 1]));
const BATCH = JSON.stringify({ requests: Array.from({ length: 14 }, () => ({ calculator: 'bmi', input: INPUT })) });

it('a client that overloads a gateway is shed, and cheap clients are not', {
  timeout: 120_000,
  // Other work on the machine may hold a cheap call up for so long that it looks expensive.
  retry: 2,
}, async () => {
  const adminPort = await freePort();
  const prefix = ['taskset', '-c', '0'];
  const gateway = await startGateway({ env: { LOG_LEVEL: 'error', ADMIN_PORT: String(adminPort) }, prefix });
  const records = await openRecords({ dataDir: gateway.dataDir });
  const customers = (count: number) =>
    Promise.all(Array.from({ length: count }, () => newCustomer(records, { quota: null })));
  const [expensive] = await customers(1);
  const cheap = await customers(CHEAP_CLIENTS);
  await records.close();

  const ended = new AbortController();
  const statuses: Record<string, number> = {};
  const callers = Array.from({ length: CALLERS }, async () => {
    const headers = { ...expensive?.headers, 'Content-Type': 'application/json' };
    while (!ended.signal.aborted) {
      const response = await fetch(`${gateway.baseUrl}/api/v1/batch`, { method: 'POST', headers, body: BATCH });
      await response.arrayBuffer();
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      if (response.status !== 200) await sleep(20);
    }
  });
  try {
    await sleep(1_000);
    const paced = join(import.meta.dirname, 'hostile/paced.ts');
    const quiet = await Promise.all(
      cheap.map(async ({ key }) => {
        const { stdout } = await run(
          process.execPath,
          [paced, gateway.baseUrl + TDEE, key.text, String(SECONDS), String(A_SECOND)],
          { maxBuffer: 1e8 },
        );
        return JSON.parse(stdout) as { statuses: Record<string, number>; times: number[] };
      }),
    );
    ended.abort();
    await Promise.all(callers);
    const cheapStatuses: Record<string, number> = {};
    for (const one of quiet)
      for (const [status, count] of Object.entries(one.statuses))
        cheapStatuses[status] = (cheapStatuses[status] ?? 0) + count;
    const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
    const shed = /^vitalgate_reduced_capacity_calls_total\{reason="overloaded"\} (\d+)/m.exec(metrics)?.[1];
    observed({
      scenario: `one client sends batches of a megabyte as fast as it can, ${CHEAP_CLIENTS} clients single calls`,
      promise: 'expensive calls beyond the share get 503, all single calls are answered',
      observed: `expensive ${JSON.stringify(statuses)}, shed ${shed}; cheap ${JSON.stringify(cheapStatuses)}`,
    });
    const all = CHEAP_CLIENTS * SECONDS * A_SECOND;
    expect(statuses['503']).toBeGreaterThan(CALLERS);
    expect(cheapStatuses['200']).toBeGreaterThanOrEqual(all * 0.98);
  } finally {
    ended.abort();
    await Promise.all(callers);
    await gateway.stop();
  }
});
