import { openRecords } from '../../../gateway/records/records.ts';
import { startGateway } from '../../support/gateway.ts';
import { describeWithPostgres, describeWithRedis } from '../../support/servers.ts';
import { keyRotationAttacks } from './key-rotation.suite.ts';

describeWithPostgres('two gateways on one PostgreSQL', (postgres) => {
  describeWithRedis('and one Redis', (redis) => {
    keyRotationAttacks(async () => {
      const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: 'warn' };
      const gateways = [await startGateway({ env }), await startGateway({ env })];
      const records = await openRecords({ databaseUrl: postgres.url });
      return {
        gateways,
        records,
        async stop() {
          await records.close();
          await Promise.all(gateways.map((gateway) => gateway.stop()));
        },
      };
    });
  });
});
