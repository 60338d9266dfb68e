/** The attack of batch-over-quota.test.ts, with the counters in Redis. */
import { startTestGateway } from '../../support/in-process-gateway.ts';
import { describeWithOwnRedis } from '../../support/servers.ts';
import { batchOverQuota } from './batch-over-quota.suite.ts';

describeWithOwnRedis('a batch', (redis) => {
  batchOverQuota('with counters in Redis', () => startTestGateway({ REDIS_URL: redis.url }));
});
