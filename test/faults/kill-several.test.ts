import { it } from 'vitest';
import { killSeveral } from '../support/killed-gateways.ts';
import { describeWithOwnRedis, describeWithPostgres } from '../support/servers.ts';

/** `KILLS=30 npx vitest run test/faults/kill-several.test.ts` for more. */
const KILLS = Number(process.env.KILLS ?? 3);

describeWithPostgres('four gateways', ({ url: databaseUrl }) => {
  describeWithOwnRedis('of which one is killed every second', ({ url: redisUrl }) => {
    it(
      `have counted every call they answered, after ${KILLS} kills`,
      () => killSeveral({ kills: KILLS, durability: 'process', quota: 1_000_000_000 }, { databaseUrl, redisUrl }),
      300_000,
    );
  });
});
