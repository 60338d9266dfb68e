import { startGateway } from '../../test/support/gateway.ts';
import { createClients } from '../clients.ts';
import { pinnedToServerCore } from '../cores.ts';
import type { Row } from '../row.ts';
import { startRedisBehind } from '../servers/redis.ts';
import { ofTheImage } from '../servers/start.ts';
import { tdeePath } from '../tdee-call.ts';

export const oursRedis1000: Row = {
  name: 'ours-redis-1000',
  about: 'the same; 1,000 clients whose keys take turns',
  async start() {
    const redis = await startRedisBehind();
    const gateway = await startGateway({
      entry: ofTheImage,
      env: { REDIS_URL: redis.url },
      prefix: pinnedToServerCore,
    });
    const keys = await createClients({ dataDir: gateway.dataDir }, 1_000);
    return {
      url: `${gateway.baseUrl}${tdeePath('/api/v1/tdee')}`,
      headers: keys.map((key) => ({ 'X-API-Key': key })),
      pids: [gateway.pid],
      behindPids: redis.pids,
      stop: () => gateway.stop().then(redis.stop),
    };
  },
};
