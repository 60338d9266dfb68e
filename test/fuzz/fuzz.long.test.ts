import { expect, it } from 'vitest';
import { startPostgres } from '../support/postgres.ts';
import { startRedis } from '../support/redis.ts';
import { type RunOptions, run } from './run.ts';
import { reportText } from './table.ts';

/** Finds an answer that never comes; `npm run fuzz`, alone on the machine, limits answers to 250 ms. */
const LIMIT_MS = 60_000;

const PATIENCE = 400_000;

/**
 * Allowed growth over a warm gateway in MB. Caches fill up, and are bounded; between two collections of a heap of 500 MB
 * the garbage alone is 100 to 200 MB. A leak of 4 kB a call is more.
 */
const GROWTH_MB = 350;

async function expectHonest(options: Pick<RunOptions, 'seed' | 'calls' | 'stores'>): Promise<void> {
  const report = await run({ ...options, limitMs: LIMIT_MS });
  console.log(reportText(report, options.seed));
  expect(report.violations).toEqual([]);
  expect(report.memory.end - report.memory.warm).toBeLessThan(GROWTH_MB);
}

it('a hundred thousand random calls break no invariant with the embedded stores', { timeout: PATIENCE }, async () => {
  await expectHonest({ seed: 1, calls: 100_000 });
});

it('twenty thousand random calls break no invariant with Redis and PostgreSQL', { timeout: PATIENCE }, async () => {
  const [redis, postgres] = await Promise.all([startRedis(), startPostgres()]);
  try {
    await expectHonest({ seed: 2, calls: 20_000, stores: { REDIS_URL: redis.url, DATABASE_URL: postgres.url } });
  } finally {
    await redis.stop();
    await postgres.stop();
  }
});
