import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { afterEach, expect, it } from 'vitest';
import { lazily } from './lazily.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** Serves a handler that is loaded for `/ours`. What it passes on gets 404, and an error its message and 500. */
async function serve(load: () => Promise<RequestHandler>): Promise<(path: string) => Promise<string>> {
  const app = express();
  app.use(lazily((path) => path === '/ours', load));
  app.use((_req, res) => void res.status(404).send('not ours'));
  const onError: express.ErrorRequestHandler = (error, _req, res, _next) => void res.status(500).send(error.message);
  app.use(onError);
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return async (path) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return `${answer.status} ${await answer.text()}`;
  };
}

it('is loaded once, and only for its own paths', async () => {
  let loads = 0;
  const get = await serve(async () => {
    loads += 1;
    return (_req, res) => void res.send('ours');
  });
  expect([await get('/other'), loads]).toEqual(['404 not ours', 0]);
  expect(await Promise.all([get('/ours'), get('/ours')])).toEqual(['200 ours', '200 ours']);
  expect(loads).toBe(1);
});

it('is loaded again after a load that failed', async () => {
  let loads = 0;
  const get = await serve(async () => {
    loads += 1;
    if (loads === 1) throw new Error('too many open files');
    return (_req, res) => void res.send('ours');
  });
  expect([await get('/ours'), await get('/ours')]).toEqual(['500 too many open files', '200 ours']);
});

it.each<[string, () => Promise<RequestHandler>]>([
  ['cannot be loaded', () => Promise.reject(new Error('broken'))],
  [
    'throws',
    async () => () => {
      throw new Error('broken');
    },
  ],
])('passes the error of a handler that %s on', async (_how, load) => {
  expect(await (await serve(load))('/ours')).toBe('500 broken');
});
