import { describeWithRedis, describeWithRedisCluster } from '../../../test/support/servers.ts';
import { counterStoreContract } from '../contract.suite.ts';
import { emptyStores } from './store.fixture.ts';

describeWithRedis('the Redis store', (redis) => {
  counterStoreContract(
    'Redis',
    emptyStores(() => redis.url),
  );
});

describeWithRedisCluster('the Redis store on a cluster', (cluster) => {
  counterStoreContract(
    'Redis Cluster',
    emptyStores(() => `${cluster.url},${cluster.url}`),
  );
});
