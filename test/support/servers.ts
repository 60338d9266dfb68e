export { type BlackHole, startBlackHole } from './black-hole.ts';
export type { OwnServer } from './own-server.ts';
export { type PostgresOptions, startPostgres } from './postgres.ts';
export { type RedisOptions, startRedis } from './redis.ts';
export { type OwnRedisCluster, type RedisClusterOptions, startRedisCluster } from './redis-cluster.ts';
export {
  describeWithFakeClock,
  describeWithOwnPostgres,
  describeWithOwnRedis,
  describeWithOwnRedisCluster,
  describeWithPostgres,
  describeWithRedis,
  describeWithRedisCluster,
  type SharedServer,
  type Suite,
} from './suites.ts';
