import { it } from 'vitest';
import { killEmbedded, killSeveral } from '../support/killed-gateways.ts';
import { describeWithOwnRedis, describeWithPostgres } from '../support/servers.ts';

/** `KILLS=30` takes three minutes. */
const KILLS = Number(process.env.KILLS ?? 8);

it(
  'with DURABILITY=power, a gateway killed again and again has counted what it answered, and no more than the quota',
  () => killEmbedded({ kills: KILLS, durability: 'power', quota: KILLS * 200 }),
  300_000,
);

describeWithPostgres('with DURABILITY=power, four gateways', ({ url: databaseUrl }) => {
  describeWithOwnRedis('of which one is killed every second', ({ url: redisUrl }) => {
    it(
      'have counted what they answered, and no more than the quota',
      () => killSeveral({ kills: KILLS, durability: 'power', quota: KILLS * 1_300 }, { databaseUrl, redisUrl }),
      300_000,
    );
  });
});
