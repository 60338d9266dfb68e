import { connectRedis } from '../../quota/redis/connection.ts';
import { INSTALLATION } from '../../quota/redis/keys.ts';
import { readInstallation } from '../../records/installation-row.ts';
import { CannotRecover, type RecoverPlace, type RecoverPlan } from './plan.ts';
import { usingRecords } from './recover-counters.ts';

/** Makes Redis part of this installation. */
export async function planRedis({ redisUrl, openRecords }: RecoverPlace): Promise<RecoverPlan> {
  if (redisUrl === null) throw new CannotRecover('REDIS_URL is not set.');
  const row = await usingRecords(openRecords, (records) => readInstallation(records.db));
  if (row === null) throw new CannotRecover('These records were not started yet: start a gateway.');
  return {
    steps: ['Make Redis part of this installation. Its counters stay as they are.'],
    lost: 'Lost: nothing. Counters of clients that this installation does not have are never read, and expire 70 days after the start of their month. If another installation still uses this Redis, its next start is refused.',
    async apply() {
      const redis = connectRedis(redisUrl);
      try {
        await redis.connect().catch(() => undefined);
        await redis.set(INSTALLATION, row.id);
      } finally {
        redis.disconnect();
      }
    },
  };
}
