import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openRecords } from '../../gateway/records/records.ts';
import { monthUsage } from '../../gateway/usage/report.ts';
import { monthOf } from '../../gateway/values/calendar.ts';
import { newCustomer } from '../support/customer.ts';
import { countsText, observed } from '../support/fault-row.ts';
import { startGateway } from '../support/gateway.ts';
import { TDEE } from '../support/in-process-gateway.ts';
import { startLoad } from '../support/load.ts';

const QUOTA = 10_000_000;
/** One checkpoint at least falls into this time: they are ten seconds apart. */
const LOCKED_MS = 12_000;

async function setHardStop(baseUrl: string, key: Readonly<Record<string, string>>): Promise<number> {
  const answer = await fetch(`${baseUrl}/platform/v1/hard-stop`, {
    method: 'PUT',
    headers: { ...key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ceiling: 5_000_000 }),
  });
  return answer.status;
}

it('a program that holds the write lock of the records delays no call, and every call is counted afterwards', async () => {
  const gateway = await startGateway({ env: { LOG_LEVEL: 'warn' } });
  const records = await openRecords({ dataDir: gateway.dataDir });
  const [known, idle] = [await newCustomer(records, { quota: QUOTA }), await newCustomer(records, { quota: QUOTA })];
  const load = startLoad(
    () => gateway.baseUrl + TDEE,
    () => known.headers,
    2,
    5,
  );
  await sleep(3_000);
  const free = load.latencies.length;

  const other = new DatabaseSync(join(gateway.dataDir, 'records.sqlite'));
  other.exec('begin immediate');
  const end = performance.now() + LOCKED_MS;
  // Clients that the gateway has not seen yet, and changes of the records.
  const changes: Promise<number>[] = [];
  while (performance.now() < end) {
    changes.push(setHardStop(gateway.baseUrl, idle.headers));
    expect((await idle.ask(gateway)).status).toBe(200);
    await sleep(500);
  }
  const locked = load.latencies.length;
  other.exec('rollback');
  other.close();
  await load.stop();

  const [first, ...others] = await Promise.all(changes);
  expect(first).toBe(503);
  // The last ones were still waiting when the lock was free.
  expect(others.filter((status) => status !== 503 && status !== 200)).toEqual([]);
  expect([...load.answered.keys()]).toEqual([200]);
  expect(load.broken() + load.unsent()).toBe(0);
  const [before, during] = [load.p99(0, free), load.p99(free, locked)];
  const slowest = load.slowest(free, locked);
  expect(slowest).toBeLessThan(500);
  const answered = load.answered.get(200) ?? 0;
  expect(QUOTA - (await known.left(gateway))).toBe(answered);
  expect(await gateway.stop()).toBe(0);
  const { used } = await monthUsage(records.db, known.clientId, monthOf(Date.now()));
  expect(used).toBe(answered);
  observed({
    scenario: `another program holds the write lock of records.sqlite for ${LOCKED_MS / 1_000} s`,
    promise: 'no call waits for it, and every answered call is counted once',
    observed: `${countsText({ answered, counted: used })}, p99 ${during.toFixed(0)} ms (before: ${before.toFixed(0)} ms)`,
  });
  await records.close();
}, 60_000);
