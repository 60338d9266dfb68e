import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeWithPostgres, describeWithRedis } from '../../../test/support/servers.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { EmbeddedStore } from '../../quota/embedded.ts';
import { connectRedis } from '../../quota/redis/connection.ts';
import { RedisStore } from '../../quota/redis/store.ts';
import { saveFold } from '../../records/fold.ts';
import { openRecords, type Records } from '../../records/records.ts';
import { settleMonth } from '../settlement.ts';
import { type MoneyOptions, MoneyViolation, simulateMoney } from './simulate-money.ts';

/** `MONEY_SEED=61 vitest run gateway/billing/simulation` plays one schedule; `MONEY_SCHEDULES=100000` a long run. */
const ONE_SEED = process.env.MONEY_SEED;
const SCHEDULES = Number(process.env.MONEY_SCHEDULES ?? 200);
const PATIENCE = 60_000 + SCHEDULES * 100;

describe('ledger, folds and settlements under faults', () => {
  let records: Records;

  beforeAll(async () => {
    records = await openRecords({ dataDir: join(temporaryFolder('money'), 'data') });
    // No power cut is simulated: waiting for the disk would be most of the time.
    await sql`pragma synchronous = off`.execute(records.db);
  });
  afterAll(() => records.close());

  if (ONE_SEED !== undefined) {
    it(`keep the money right under the seed ${ONE_SEED}`, () => simulateMoney(Number(ONE_SEED), records));
  }

  it(`keep the money right in ${SCHEDULES} schedules`, { timeout: PATIENCE }, async () => {
    for (let seed = 1; seed <= SCHEDULES; seed += 1) await simulateMoney(seed, records);
  });

  it('and so do the embedded counters', { timeout: PATIENCE }, async () => {
    for (let seed = 1; seed <= 30; seed += 1) {
      const store = new EmbeddedStore({ path: ':memory:' });
      await simulateMoney(seed, records, { store });
      await store.close();
    }
  });

  const planted: Record<string, MoneyOptions> = {
    'a month that is settled twice': {
      async settle(of, actor, month) {
        const written = await settleMonth(of, actor, month);
        await of.db
          .updateTable('ledger')
          .set((eb) => ({ credits: eb('credits', '*', 2) }))
          .where('kind', '=', 'settlement')
          .where('at', '=', actor.at)
          .execute();
        return written;
      },
    },
    'a fold in which the last one wins': {
      async save(of, ...snapshots) {
        for (const { client, month, counter } of snapshots) {
          await of.db
            .deleteFrom('month_fold')
            .where('client_id', '=', client)
            .where('month', '=', month)
            .where('epoch', '=', counter.epoch)
            .execute();
        }
        return saveFold(of, ...snapshots.slice(0, 1));
      },
    },
    'a settlement that forgets what comes late': {
      async settle(of, actor, month) {
        const known = await of.db
          .selectFrom('ledger')
          .where('source', 'like', `settlement:%:${month}`)
          .select('id')
          .executeTakeFirst();
        return known === undefined ? settleMonth(of, actor, month) : 0;
      },
    },
  };

  it.each(Object.entries(planted))('find %s', { timeout: PATIENCE }, async (_mistake, mistakes) => {
    const violations: unknown[] = [];
    for (let seed = 1; seed <= 60 && violations.length === 0; seed += 1) {
      await simulateMoney(seed, records, mistakes).catch((error: unknown) => violations.push(error));
    }
    expect(violations[0]).toBeInstanceOf(MoneyViolation);
  });
});

describeWithPostgres('ledger, folds and settlements in PostgreSQL', (postgres) => {
  describeWithRedis('with the counters in Redis', (redis) => {
    it('keep the money right', { timeout: PATIENCE }, async () => {
      const records = await openRecords({ databaseUrl: postgres.url });
      const connection = connectRedis(redis.url);
      await connection.connect();
      const store = new RedisStore(connection, { clock: Date.now });
      for (let seed = 1; seed <= 20; seed += 1) await simulateMoney(seed, records, { store });
      await store.close();
      await records.close();
    });
  });
});
