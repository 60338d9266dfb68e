// slow-export-readers.test.ts on PostgreSQL and Redis.
import { describeWithOwnPostgres, describeWithRedis } from '../../support/servers.ts';
import { slowExportReadersSuite } from './slow-export-readers.suite.ts';

describeWithOwnPostgres('with PostgreSQL', (postgres) => {
  describeWithRedis('and Redis', (redis) => {
    slowExportReadersSuite(
      () => ({ DATABASE_URL: postgres.url, REDIS_URL: redis.url }),
      () => ({ databaseUrl: postgres.url }),
    );
  });
});
