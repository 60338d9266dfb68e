import { describe } from 'vitest';
import { openRecords } from '../../../gateway/records/records.ts';
import { type RunningGateway, startGateway } from '../../support/gateway.ts';
import { describeWithPostgres, describeWithRedis } from '../../support/servers.ts';
import { type Installation, keyRotationAttacks } from './key-rotation.suite.ts';

describe.each([
  ['two gateways', 2, '1'],
  ['a gateway with two workers', 1, '2'],
])('%s', (_, count, WORKERS) => {
  describeWithPostgres('on one PostgreSQL', (postgres) => {
    describeWithRedis('and one Redis', (redis) => {
      keyRotationAttacks(() => installed(postgres.url, redis.url, count, WORKERS));
    });
  });
});

async function installed(databaseUrl: string, redisUrl: string, count: number, WORKERS: string): Promise<Installation> {
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, LOG_LEVEL: 'warn', WORKERS };
  const gateways: RunningGateway[] = [];
  while (gateways.length < count) gateways.push(await startGateway({ env }));
  const records = await openRecords({ databaseUrl });
  return {
    gateways,
    records,
    async stop() {
      await records.close();
      await Promise.all(gateways.map((gateway) => gateway.stop()));
    },
  };
}
