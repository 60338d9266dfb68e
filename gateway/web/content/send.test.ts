import { request } from 'node:http';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { listen } from '../../boot/process/server.ts';
import { contentOf, hashOf } from './content.ts';
import { KeptPages } from './kept-pages.ts';
import { prebuild, prebuilt } from './prebuilt.ts';
import { FOR_EVER, serve } from './send.ts';

const TEXT = 'h1 { color: teal }\n'.repeat(100);

let base: string;
let close: () => Promise<void>;
let written = 0;
beforeAll(async () => {
  const app = express();
  app.disable('etag');
  app.get('/style.css', serve(contentOf('text/css; charset=utf-8', TEXT), FOR_EVER));
  const kept = new KeptPages();
  app.get('/page', (req, res) => {
    kept.send(req, res, 'page en', () => {
      written += 1;
      return TEXT;
    });
  });
  const server = await listen(app, '127.0.0.1', 0);
  base = `http://127.0.0.1:${server.port}`;
  close = () => server.drain(0);
});
afterAll(() => close());

const get = (path: string, accepted: string) => fetch(base + path, { headers: { 'Accept-Encoding': accepted } });

/** Status of a request with these headers alone; `fetch` would forbid an answer without body. */
const statusOf = (path: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(base + path, { headers }, (res) => resolve(res.resume().statusCode))
      .on('error', reject)
      .end();
  });

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', null],
  ['zstd', null],
])('a client that accepts %s gets %s, and the same text', async (accepted, encoding) => {
  for (const path of ['/style.css', '/page']) {
    const answer = await get(path, accepted);
    expect(answer.headers.get('Content-Encoding')).toBe(encoding);
    expect(answer.headers.get('Vary')).toBe('Accept-Encoding');
    expect(await answer.text()).toBe(TEXT);
  }
});

it.each(['/style.css', '/page'])('%s has a validator of its own in each encoding', async (path) => {
  const tags = await Promise.all(
    ['br', 'gzip', 'identity'].map(async (one) => (await get(path, one)).headers.get('ETag')),
  );
  expect(new Set(tags).size).toBe(3);
  const [brotli, zipped] = tags.map((tag) => ({ 'If-None-Match': tag ?? '' }));
  expect(await statusOf(path, { 'Accept-Encoding': 'br', ...brotli })).toBe(304);
  expect(await statusOf(path, { 'Accept-Encoding': 'br', ...zipped })).toBe(200);
});

it('files are kept for a year, pages are asked for each time', async () => {
  expect((await get('/style.css', 'br')).headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  expect((await get('/page', 'br')).headers.get('Cache-Control')).toBe('no-cache');
});

it('a page is written once for each encoding that is kept', async () => {
  for (const accepted of ['br', 'gzip', 'br', 'gzip']) await get('/page', accepted);
  const before = written;
  for (const accepted of ['br', 'gzip', 'br', 'gzip']) await get('/page', accepted);
  expect(written).toBe(before);
});

it('what the installation has compressed is found by the hash of the text', () => {
  const folder = pathToFileURL(`${temporaryFolder('prebuilt')}/compressed/`);
  const body = Buffer.from(TEXT);
  prebuild([{ hash: hashOf(body), body }], folder);
  expect(brotliDecompressSync(prebuilt(hashOf(body), 'br', folder) ?? '').toString()).toBe(TEXT);
  expect(gunzipSync(prebuilt(hashOf(body), 'gzip', folder) ?? '').toString()).toBe(TEXT);
  expect(prebuilt(hashOf(Buffer.from('other')), 'br', folder)).toBeUndefined();
});
