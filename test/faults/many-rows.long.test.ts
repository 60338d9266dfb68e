import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../gateway/accounts/clients/clients.ts';
import { createKey } from '../../gateway/accounts/keys/keys.ts';
import { usedUnits } from '../../gateway/quota/model/affordability.ts';
import { RedisStore } from '../../gateway/quota/redis/store.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { monthOf } from '../../gateway/values/calendar.ts';
import { loadPlugins } from '../../plugins/sdk/loading/load.ts';
import { actor } from '../support/customer.ts';
import { countsText, observed } from '../support/fault-row.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { type Load, startLoad } from '../support/load.ts';
import { describeWithOwnRedis } from '../support/servers.ts';
import { waitUntil } from '../support/wait-until.ts';

/** With all calculators, more usage rows than a segment of a journal has room for. */
const KEYS = 400;

/** Answers, journal, records and commands of Redis take a sixth of it. */
const MOST_BYTES_A_CALL = 5_000;

describeWithOwnRedis('a client calls every calculator with each of its 400 keys', (redis) => {
  let gateway: RunningGateway;
  let records: Records;
  let clientId: string;
  let load: Load;
  let paths: readonly string[];

  beforeAll(async () => {
    gateway = await startGateway({ env: { REDIS_URL: redis.url, LOG_LEVEL: 'error' } });
    records = await openRecords({ dataDir: gateway.dataDir });
    const admin = { name: 'Admin', email: null };
    ({ clientId } = await createClient(records, actor, { name: 'Client', plan: 'local', admin }));
    const anything = { environment: 'live', expiresAt: null, calculators: null, cap: null } as const;
    const keys: string[] = [];
    for (let at = 0; at < KEYS; at += 1) {
      keys.push((await createKey(records, actor, { clientId, userId: null, name: `Key ${at}`, ...anything })).text);
    }
    const { plugins } = await loadPlugins([]);
    paths = plugins.flatMap(({ calculators }) =>
      calculators.flatMap(({ name, examples: [example] }) => {
        const query = Object.entries(example?.input ?? {}).map(([field, value]) => [field, String(value)]);
        return example === undefined ? [] : [`/api/v1/${name}?${new URLSearchParams(query)}`];
      }),
    );
    let call = 0;
    const path = () => paths[Math.floor(call++ / KEYS) % paths.length] ?? '';
    load = startLoad(
      () => gateway.baseUrl + path(),
      () => ({ 'X-API-Key': keys[call % KEYS] ?? '' }),
      32,
    );
  }, 60_000);
  afterAll(async () => {
    await load.stop();
    expect(await gateway.stop()).toBe(0);
    await records.close();
  }, 60_000);

  const answered = () => load.answered.get(200) ?? 0;

  /** What the gateway has written, to files and connections. */
  const written = () => Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${gateway.pid}/io`, 'utf8'))?.[1]);

  async function counted(): Promise<number> {
    const store = new RedisStore(new Redis(redis.url));
    const snapshot = await store.counters(clientId, monthOf(Date.now()));
    await store.close();
    return snapshot === null ? 0 : usedUnits(snapshot.counter);
  }

  /** Bytes written for each of so many further calls. */
  async function bytesOf(calls: number): Promise<number> {
    const before = { calls: answered(), bytes: written() };
    await waitUntil(`${calls} calls`, () => answered() >= before.calls + calls || undefined, 120_000, 100);
    return Math.round((written() - before.bytes) / (answered() - before.calls));
  }

  it('writes as much for a call as before, also while Redis is away, and counts each once', {
    timeout: 300_000,
  }, async () => {
    const first = await bytesOf(2_000);
    await bytesOf(KEYS * paths.length);
    const later = await bytesOf(10_000);
    await redis.pause();
    await bytesOf(KEYS * paths.length);
    const away = await bytesOf(10_000);
    await redis.resume();
    await load.stop();
    const counts = {
      answered: answered(),
      counted: await waitUntil(
        'all calls',
        async () => {
          const units = await counted();
          return units >= answered() ? units : undefined;
        },
        60_000,
        500,
      ),
    };
    observed({
      scenario: `a client calls ${paths.length} calculators with ${KEYS} keys, over Redis`,
      promise: 'a call is not dearer for it, also while Redis is away, and is counted once',
      observed: `${first} bytes written a call at first, ${later} later, ${away} while Redis is away; ${countsText(counts)}`,
    });
    expect([...load.answered.keys()]).toEqual([200]);
    expect(counts.counted).toBe(counts.answered);
    expect(Math.max(later, away)).toBeLessThan(MOST_BYTES_A_CALL);
  });
});
