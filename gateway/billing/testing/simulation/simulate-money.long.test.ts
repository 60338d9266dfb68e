import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { it } from 'vitest';
import { describeWithPostgres, describeWithRedis } from '../../../../test/support/servers.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { dataUnder, storeUnder } from '../../../quota/testing/store.fixture.ts';
import { openRecords } from '../../../records/records.ts';
import { simulateMoney } from './simulate-money.ts';

const PATIENCE = 180_000;

it('keep the money right in schedules 61 to 400', { timeout: PATIENCE }, async () => {
  const records = await openRecords({ dataDir: join(temporaryFolder('money'), 'data') });
  await sql`pragma synchronous = off`.execute(records.db);
  for (let seed = 61; seed <= 400; seed += 1) await simulateMoney(seed, records);
  await records.close();
});

describeWithPostgres('ledger, checkpoints and settlements in PostgreSQL', (postgres) => {
  describeWithRedis('with the counters in Redis', (redis) => {
    it('keep the money right even when Redis loses its data', { timeout: PATIENCE }, async () => {
      const records = await openRecords({ databaseUrl: postgres.url });
      const control = new Redis(redis.url);
      for (let seed = 1; seed <= 20; seed += 1) {
        const prefix = `money-${randomUUID()}:`;
        let clock = () => 0;
        const store = await storeUnder(prefix, redis.url, { clock: () => clock() });
        const withClock = (virtual: () => number) => {
          clock = virtual;
          return store;
        };
        await simulateMoney(seed, records, { store: withClock, data: dataUnder(prefix, control) });
        await store.close();
      }
      control.disconnect();
      await records.close();
    });
  });
});
