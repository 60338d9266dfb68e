import type { Row } from '../row.ts';
import { startRedisBehind } from '../servers/redis.ts';
import { startNodeServer } from '../servers/start.ts';
import { tdeePath } from '../tdee-call.ts';

export const naiveRedis: Row = {
  name: 'naive-redis',
  about: 'Express, the key looked up in a map, one rate-limiter-flexible limit in Redis',
  async start() {
    const redis = await startRedisBehind();
    const { baseUrl, pid, startMs, stop } = await startNodeServer('naive-redis.ts', { REDIS_URL: redis.url });
    return {
      url: `${baseUrl}${tdeePath('/tdee')}`,
      headers: [{ 'X-API-Key': 'the-key' }],
      pids: [pid],
      behindPids: redis.pids,
      startMs,
      stop: () => stop().then(redis.stop),
    };
  },
};
