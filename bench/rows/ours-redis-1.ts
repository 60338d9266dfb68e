import { startGateway } from '../../test/support/gateway.ts';
import { pinnedToServerCore } from '../cores.ts';
import type { Row } from '../row.ts';
import { startRedisBehind } from '../servers/redis.ts';
import { ofTheImage } from '../servers/start.ts';
import { tdeePath } from '../tdee-call.ts';

export const oursRedis1: Row = {
  name: 'ours-redis-1',
  about: 'Vitalgate with its counters in Redis; one client',
  async start() {
    const redis = await startRedisBehind();
    const gateway = await startGateway({
      entry: ofTheImage,
      env: { REDIS_URL: redis.url },
      prefix: pinnedToServerCore,
    });
    return {
      url: `${gateway.baseUrl}${tdeePath('/api/v1/tdee')}`,
      headers: [{ 'X-API-Key': gateway.key }],
      pids: [gateway.pid],
      behindPids: redis.pids,
      stop: () => gateway.stop().then(redis.stop),
    };
  },
};
