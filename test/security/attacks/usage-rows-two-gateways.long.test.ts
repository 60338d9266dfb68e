// The attack of usage-rows.test.ts over HTTP: a tenant fills the day with usage rows at two gateways on one PostgreSQL
// and one Redis. Each pair of key and calculator was a row, and every checkpoint wrote all rows of the month again.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKey } from '../../../gateway/accounts/keys/keys.ts';
import { openRecords, type Records } from '../../../gateway/records/records.ts';
import { loadPlugins } from '../../../plugins/sdk/loading/load.ts';
import { actor, type Customer, newCustomer } from '../../support/customer.ts';
import { type Installation, sharedInstallation } from '../../support/installation.ts';
import { describeWithPostgres, describeWithRedis } from '../../support/servers.ts';
import { waitUntil } from '../../support/wait-until.ts';

/** Calculations in a batch, each of another calculator. */
const CALCULATORS = 100;
/** 20 of them get a row for each calculator; that uses up the rows of the day. */
const CHARGED_KEYS = 24;
const FREE_KEYS = 10;
/** A row for each pair of key and calculator up to 2,000, then one for each further key. */
const MOST_ROWS = 2_000 + CHARGED_KEYS;

describeWithPostgres('two gateways on one PostgreSQL', (postgres) => {
  describeWithRedis('and one Redis', (redis) => {
    let installation: Installation;
    /** Stays open after the gateways have stopped. */
    let records: Records;
    let stopped: Promise<void> | undefined;
    const stop = () => (stopped ??= installation.stop());
    beforeAll(async () => {
      installation = await sharedInstallation({ databaseUrl: postgres.url, redisUrl: redis.url });
      records = await openRecords({ databaseUrl: postgres.url });
    }, 60_000);
    afterAll(async () => {
      await stop();
      await records.close();
    }, 30_000);

    /** Sends a batch with each key, to the gateways in turn. Each calculation is answered with this status. */
    async function attack(keys: readonly string[], requests: readonly object[], status: number): Promise<void> {
      const expected = requests.map(() => status);
      for (const key of keys) {
        const response = await fetch(`${installation.next().baseUrl}/api/v1/batch`, {
          method: 'POST',
          headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
          body: JSON.stringify({ requests }),
        });
        expect(response.status).toBe(200);
        const { results } = (await response.json()) as { results: { status: number }[] };
        expect(results.map((result) => result.status)).toEqual(expected);
      }
    }

    async function newKeys({ clientId }: Customer, count: number): Promise<string[]> {
      const keys: string[] = [];
      const owner = { clientId, userId: null, name: 'k', environment: 'test' } as const;
      while (keys.length < count) {
        keys.push((await createKey(records, actor, { ...owner, expiresAt: null, calculators: null, cap: null })).text);
      }
      return keys;
    }

    /**
     * The rows of a client, each with the last transactions that wrote and locked it. An insert locks an existing row.
     */
    async function rowsOf({ clientId }: Customer) {
      const { rows } = await sql<{ name: string; calls: number; units: number; touched: string }>`
        select key_id || ' ' || calculator || ' ' || status as name, calls::int, units::int,
          xmin::text || ' ' || xmax::text as touched
        from usage_fold where client_id = ${clientId}`.execute(records.db);
      return rows;
    }
    const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

    /** A later call at each gateway is in a checkpoint: so are all calls before it. */
    async function nextCheckpoints(): Promise<void> {
      const lasts: Customer[] = [];
      for (const member of installation.members) {
        const last = await newCustomer(records, { quota: null });
        expect((await last.ask(member)).status).toBe(200);
        lasts.push(last);
      }
      await waitUntil(
        'the checkpoints of both gateways',
        async () => {
          const checkpointed = await Promise.all(lasts.map(rowsOf));
          return checkpointed.every(({ length }) => length === 1) || undefined;
        },
        20_000,
        100,
      );
    }

    it('hold a bounded number of rows with every call, and write only the rows that have changed', async () => {
      const { plugins } = await loadPlugins([]);
      const calculators = plugins.filter(({ mount }) => mount === '/api/v1').flatMap((plugin) => plugin.calculators);
      const requests = calculators.slice(0, CALCULATORS).map(({ name, examples }) => ({
        calculator: name,
        input: examples[0]?.input ?? {},
      }));
      expect(requests).toHaveLength(CALCULATORS);
      const [charged, free] = [
        await newCustomer(records, { quota: null }),
        await newCustomer(records, { quota: null }),
      ];
      const keys = await newKeys(charged, CHARGED_KEYS);
      await attack(keys, requests, 200);
      const nonsense = requests.map(({ calculator }) => ({ calculator, input: { nonsense: 1 } }));
      await attack(await newKeys(free, FREE_KEYS), nonsense, 400);

      // A checkpoint may read a call whose answer is still on its way to the gateway: the next one writes its row again.
      await nextCheckpoints();
      await nextCheckpoints();

      const calls = CHARGED_KEYS * CALCULATORS;
      const before = await rowsOf(charged);
      expect(sum(before.map((row) => row.calls))).toBe(calls);
      expect(sum(before.map((row) => row.units))).toBe(calls);
      expect(before.length).toBeLessThanOrEqual(MOST_ROWS);
      const uncharged = await rowsOf(free);
      expect(uncharged).toHaveLength(FREE_KEYS);
      expect(uncharged.map((row) => [row.calls, row.units])).toEqual(uncharged.map(() => [CALCULATORS, 0]));

      // One more call. A gateway makes its last checkpoint when it stops.
      await attack(keys.slice(0, 1), requests.slice(0, 1), 200);
      await stop();
      const touched = new Map(before.map((row) => [row.name, row.touched]));
      const after = await rowsOf(charged);
      expect(sum(after.map((row) => row.calls))).toBe(calls + 1);
      expect(after.filter((row) => touched.get(row.name) !== row.touched)).toHaveLength(1);
    }, 120_000);
  });
});
