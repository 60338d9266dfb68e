import { Agent } from 'node:http';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { announce } from './announce.ts';

/** What the manual of http-proxy-middleware shows, with connections that are kept. No key, no limit, no time-outs. */
const app = express();
app.use(
  createProxyMiddleware({
    target: process.env.SERVICE_URL ?? '',
    agent: new Agent({ keepAlive: true, maxSockets: 64 }),
  }),
);
const server = app.listen(0, '127.0.0.1', () => announce(server));
