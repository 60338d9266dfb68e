import { it } from 'vitest';
import { killEmbedded, killSeveral } from '../support/killed-gateways.ts';
import { describeWithOwnRedis, describeWithPostgres } from '../support/servers.ts';

const KILLS = 30;

it(
  'with DURABILITY=power, a gateway killed 30 times has counted what it answered, and no more than the quota',
  () => killEmbedded({ kills: KILLS, durability: 'power', quota: 6_000 }),
  300_000,
);

describeWithPostgres('with DURABILITY=power, four gateways', ({ url: databaseUrl }) => {
  describeWithOwnRedis('of which one is killed every second', ({ url: redisUrl }) => {
    it(
      'have counted what they answered, and no more than the quota',
      () => killSeveral({ kills: KILLS, durability: 'power', quota: 40_000 }, { databaseUrl, redisUrl }),
      300_000,
    );
  });
});
