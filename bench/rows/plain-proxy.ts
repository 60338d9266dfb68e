import type { Row } from '../row.ts';
import { startService } from '../servers/service.ts';
import { startNodeServer } from '../servers/start.ts';
import { tdeePath } from '../tdee-call.ts';

export const plainProxy: Row = {
  name: 'plain-proxy',
  about: 'bare `node:http` with http-proxy-middleware in front of our calculators as a service, nothing else',
  async start() {
    const service = await startService('answer');
    const proxy = await startNodeServer('plain-proxy.ts', { SERVICE_URL: service.baseUrl });
    return {
      url: `${proxy.baseUrl}${tdeePath('/api/v1/tdee')}`,
      pids: [proxy.pid],
      behindPids: [service.pid],
      startMs: proxy.startMs,
      stop: () => proxy.stop().then(service.stop),
    };
  },
};
