import { startGateway } from '../../test/support/gateway.ts';
import { createClients } from '../clients.ts';
import { pinnedToServerCore } from '../cores.ts';
import type { Row } from '../row.ts';
import { startRedisBehind } from '../servers/redis.ts';
import { ofTheImage } from '../servers/start.ts';
import { tdeePath } from '../tdee-call.ts';

export const oursRedis1 = redisRow(1, 'Vitalgate with its counters in Redis; one client');
export const oursRedis1000 = redisRow(1_000, 'the same; 1,000 clients whose keys take turns');
export const oursRedis10000 = redisRow(10_000, 'the same; 10,000 clients whose keys take turns');

function redisRow(clients: number, about: string): Row {
  return {
    name: `ours-redis-${clients}`,
    about,
    async start() {
      const redis = await startRedisBehind();
      const { baseUrl, dataDir, key, pid, startMs, stop } = await startGateway({
        entry: ofTheImage,
        env: { REDIS_URL: redis.url },
        prefix: pinnedToServerCore,
      });
      const keys = clients === 1 ? [key] : await createClients({ dataDir }, clients);
      return {
        url: `${baseUrl}${tdeePath('/api/v1/tdee')}`,
        headers: keys.map((text) => ({ 'X-API-Key': text })),
        pids: [pid],
        behindPids: redis.pids,
        startMs,
        stop: () => stop().then(redis.stop),
      };
    },
  };
}
