import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { expect } from 'vitest';
import { usedUnits } from '../../gateway/quota/model/affordability.ts';
import { RedisStore } from '../../gateway/quota/redis/store.ts';
import { openRecords } from '../../gateway/records/records.ts';
import { monthOf } from '../../gateway/values/calendar.ts';
import { newCustomer } from './customer.ts';
import { countsText, observed } from './fault-row.ts';
import { type RunningGateway, startGateway } from './gateway.ts';
import { TDEE } from './in-process-gateway.ts';
import { type Load, startLoad } from './load.ts';
import { waitUntil } from './wait-until.ts';

/** A kill after fewer answers shows nothing. */
const MOST_IN_VAIN = 50;

export interface Kills {
  readonly kills: number;
  readonly durability: 'process' | 'power';
  /** Units that the callers may use. With fewer than they ask for, some of them get 429. */
  readonly quota: number;
}

/**
 * Kills the only gateway under load and starts it again, some times. Every answered call must be counted, and no more
 * than the quota.
 */
export async function killEmbedded({ kills, durability, quota }: Kills): Promise<void> {
  const env = { LOG_LEVEL: 'warn', DURABILITY: durability };
  let gateway = await startGateway({ env });
  const { dataDir } = gateway;
  const records = await openRecords({ dataDir });
  const customer = await newCustomer(records, { quota });
  await records.close();
  const loads: Load[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const load = startLoad(
      () => gateway.baseUrl + TDEE,
      () => customer.headers,
      16,
    );
    loads.push(load);
    const enough = () => load.answered.values().reduce((total, count) => total + count, 0) > MOST_IN_VAIN;
    await waitUntil('answers', () => enough() || undefined);
    await sleep(100 + ((kill * 37) % 100));
    gateway.kill('SIGKILL');
    await gateway.exited;
    await load.stop();
    gateway = await startGateway({ dataDir, env });
  }
  judge('a gateway without Redis', { kills, durability, quota }, loads, quota - (await customer.left(gateway)));
  expect(await gateway.stop()).toBe(0);
}

/** Kills one of four gateways after the other, one a second, and starts each again. */
export async function killSeveral(
  { kills, durability, quota }: Kills,
  stores: { readonly databaseUrl: string; readonly redisUrl: string },
): Promise<void> {
  const { databaseUrl, redisUrl } = stores;
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, LOG_LEVEL: 'error', DURABILITY: durability };
  const gateways: RunningGateway[] = await Promise.all([1, 2, 3, 4].map(() => startGateway({ env })));
  const records = await openRecords({ databaseUrl });
  // On a busy machine Redis may answer too late; calls would then come from the allowance, beyond the quota.
  await records.db.updateTable('plans').set({ outage_percent: 0 }).execute();
  const customer = await newCustomer(records, { quota });
  // Separate callers for each gateway, so that a dead one does not block calls to the others.
  const loads = gateways.map((_, index) =>
    startLoad(
      () => gateways[index]?.baseUrl + TDEE,
      () => customer.headers,
      4,
      2,
    ),
  );
  for (let kill = 0; kill < kills; kill += 1) {
    const began = performance.now();
    const index = kill % gateways.length;
    const gateway = gateways[index] ?? expect.unreachable();
    gateway.kill('SIGKILL');
    await gateway.exited;
    // On the same port, so that its callers find it again.
    gateways[index] = await startGateway({ env, dataDir: gateway.dataDir, port: gateway.port });
    await sleep(Math.max(0, 1_000 - (performance.now() - began)));
  }
  for (const load of loads) await load.stop();

  const store = new RedisStore(new Redis(redisUrl));
  const used = async () => {
    const snapshot = await store.counters(customer.clientId, monthOf(Date.now()));
    return snapshot === null ? 0 : usedUnits(snapshot.counter);
  };
  // Leases are reported within ten seconds after their last call, those of the dead by their successors.
  const reported = async () => ((await used()) >= sum(loads, answers) ? true : undefined);
  await waitUntil('the reports of leases', reported, 12_000, 100).catch(() => undefined);
  const counted = await used();
  await store.close();
  judge('one of four gateways', { kills, durability, quota }, loads, counted);
  expect(await Promise.all(gateways.map((gateway) => gateway.stop()))).toEqual([0, 0, 0, 0]);
  await records.close();
}

const answers = (load: Load) => load.answered.get(200) ?? 0;

function sum(loads: readonly Load[], of: (load: Load) => number): number {
  return loads.reduce((total, load) => total + of(load), 0);
}

function judge(what: string, { kills, durability, quota }: Kills, loads: readonly Load[], counted: number): void {
  const answered = sum(loads, answers);
  const cutOff = sum(loads, (load) => load.broken());
  const refused = sum(loads, (load) => load.answered.get(429) ?? 0);
  observed({
    scenario: `${what} is killed (SIGKILL) ${kills} times under load, DURABILITY=${durability}`,
    promise: 'every answered call is counted once, and never more than the quota',
    observed: `${countsText({ answered, counted, cutOff })}${refused > 0 ? `; quota ${quota}, ${refused} refused` : ''}`,
  });
  const statuses = new Set(loads.flatMap((load) => [...load.answered.keys()]));
  expect([...statuses].filter((status) => status !== 200 && !(status === 429 && counted <= quota))).toEqual([]);
  expect(answered).toBeGreaterThan(kills * MOST_IN_VAIN);
  expect(counted).toBeGreaterThanOrEqual(answered);
  expect(counted).toBeLessThanOrEqual(Math.min(quota, answered + cutOff));
}
