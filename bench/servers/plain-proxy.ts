import { Agent, createServer } from 'node:http';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { announce } from './announce.ts';

/** http-proxy-middleware on bare `node:http`, with persistent connections. No key, no limit, no timeouts. */
const proxy = createProxyMiddleware({
  target: process.env.SERVICE_URL ?? '',
  agent: new Agent({ keepAlive: true, maxSockets: 64 }),
});
const server = createServer((request, response) => void proxy(request, response));
server.listen(0, '127.0.0.1', () => announce(server));
