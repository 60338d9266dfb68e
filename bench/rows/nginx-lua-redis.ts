import { pinnedToLoadCore, pinnedToServerCore } from '../cores.ts';
import type { Row } from '../row.ts';
import { findNginxWithLua, startNginx } from '../servers/nginx.ts';
import { startRedisBehind } from '../servers/redis.ts';
import { startService } from '../servers/service.ts';
import { tdee } from '../servers/tdee.ts';
import { tdeePath } from '../tdee-call.ts';

/** The same answer for every call: nothing is computed behind this gateway. */
const answer = JSON.stringify(
  tdee({ weight: '82', height: '178', age: '34', gender: 'male', activity_level: 'moderately_active' }),
);

const upstream = (port: number): string => `
  server {
    listen 127.0.0.1:${port};
    location / { default_type application/json; return 200 '${answer}'; }
  }`;

/** One script per call, as atomic as ours, but with a single limit: no month, credits, usage or recovery. */
const gateway = (port: number, upstreamUrl: string, redisPort: number): string => `
  upstream service { server ${new URL(upstreamUrl).host}; keepalive 64; keepalive_requests 1000000000; }
  init_by_lua_block {
    keys = { ['the-key'] = 'client' }
    script = [[
      local used = redis.call('incr', KEYS[1])
      if used == 1 then redis.call('expire', KEYS[1], 3600) end
      return used]]
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      access_by_lua_block {
        local client = keys[ngx.req.get_headers()['X-API-Key']]
        if not client then return ngx.exit(401) end
        local redis = require('nginx.redis'):new()
        redis:set_timeout(100)
        if not redis:connect('127.0.0.1', ${redisPort}) then return ngx.exit(503) end
        local used = redis:eval(script, 1, client)
        if not used then return ngx.exit(503) end
        redis:set_keepalive(10000, 64)
        if used > 1000000000 then return ngx.exit(429) end
        ngx.header['X-RateLimit-Remaining'] = 1000000000 - used
        ngx.req.clear_header('X-API-Key')
      }
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header Connection '';
    }
  }`;

/** The same nginx in front of the calculators as a service, instead of a static answer. */
export const nginxLuaRedisService: Row = {
  name: 'nginx-lua-redis-service',
  about: 'nginx, the key looked up and counted by Lua in Redis, in front of our calculators as a service',
  async start() {
    const found = await findNginxWithLua();
    const redis = await startRedisBehind();
    const service = await startService('answer');
    const nginx = await startNginx(found, (port) => gateway(port, service.baseUrl, redis.port), pinnedToServerCore);
    return {
      url: `${nginx.baseUrl}${tdeePath('/api/v1/tdee')}`,
      headers: [{ 'X-API-Key': 'the-key' }],
      pids: [nginx.pid],
      behindPids: [...redis.pids, service.pid],
      startMs: nginx.startMs,
      stop: () => Promise.all([nginx.stop(), service.stop(), redis.stop()]),
    };
  },
};

export const nginxLuaRedis: Row = {
  name: 'nginx-lua-redis',
  about: 'nginx, the key looked up and counted by Lua in Redis, in front of a static answer',
  async start() {
    const found = await findNginxWithLua();
    const redis = await startRedisBehind();
    const service = await startNginx(found, upstream, pinnedToLoadCore);
    const nginx = await startNginx(found, (port) => gateway(port, service.baseUrl, redis.port), pinnedToServerCore);
    return {
      url: `${nginx.baseUrl}${tdeePath('/tdee')}`,
      headers: [{ 'X-API-Key': 'the-key' }],
      pids: [nginx.pid],
      behindPids: [...redis.pids, service.pid],
      startMs: nginx.startMs,
      stop: () => Promise.all([nginx.stop(), service.stop(), redis.stop()]),
    };
  },
};
