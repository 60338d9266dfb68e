import { Agent } from 'node:http';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { announce } from './announce.ts';

/** The example from the manual of http-proxy-middleware, with persistent connections. No key, no limit, no timeouts. */
const app = express();
app.use(
  createProxyMiddleware({
    target: process.env.SERVICE_URL ?? '',
    agent: new Agent({ keepAlive: true, maxSockets: 64 }),
  }),
);
const server = app.listen(0, '127.0.0.1', () => announce(server));
