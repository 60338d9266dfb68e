import { pinnedToServerCore } from '../cores.ts';
import type { Row } from '../row.ts';
import { findNginx, startNginx } from '../servers/nginx.ts';
import { startService } from '../servers/service.ts';
import { tdeePath } from '../tdee-call.ts';

const proxy = (port: number, upstreamUrl: string): string => `
  upstream service { server ${new URL(upstreamUrl).host}; keepalive 64; keepalive_requests 1000000000; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header Connection '';
    }
  }`;

export const nginx: Row = {
  name: 'nginx',
  about: 'nginx as a reverse proxy in front of our calculators as a service, nothing else',
  async start() {
    const found = await findNginx();
    const service = await startService('answer');
    const server = await startNginx(found, (port) => proxy(port, service.baseUrl), pinnedToServerCore);
    return {
      url: `${server.baseUrl}${tdeePath('/api/v1/tdee')}`,
      pids: [server.pid],
      behindPids: [service.pid],
      startMs: server.startMs,
      stop: () => Promise.all([server.stop(), service.stop()]),
    };
  },
};
