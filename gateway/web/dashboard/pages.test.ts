import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import express from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readQuery } from '../../../plugins/sdk/index.ts';
import { rawRequest } from '../../../test/support/raw-request.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { listen } from '../../boot/process/server.ts';
import { Marketplaces } from '../../marketplace/marketplaces.ts';
import { Call } from '../../request/call/call.ts';
import { readHeaders } from '../../request/call/read-headers.ts';
import { dashboardPages } from './pages.ts';

const PAGE = `<!doctype html>
<html lang="en" dir="ltr" data-sign-up="invite" data-cookie="no">
<noscript><p>{noscript}</p></noscript>`;

const { picker } = new Marketplaces([]);
const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const stop of stops) await stop();
});

/** Starts a server with only the dashboard of a gateway. */
async function start(folder: string, platform: 'on' | 'off' = 'on') {
  let logged = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  });
  const log = { logger: pino(sink), write: () => undefined, close: () => undefined };
  const app = express();
  app.use((req, _res, next) => {
    const [path = '', query = ''] = req.url.split('?');
    req.call = new Call('1', 0, req.method, path, readHeaders(req.rawHeaders, picker));
    req.call.query = readQuery(query);
    next();
  });
  app.use(dashboardPages({ config: { PLATFORM: platform, SIGNUP: 'open', SMTP_URL: null }, log, folder }));
  app.use((_req, res) => res.status(404).send('next'));
  const server = await listen(app, '127.0.0.1', 0);
  stops.push(() => server.drain(0));
  const base = `http://127.0.0.1:${server.port}`;
  return {
    base,
    get: (path: string, headers: Record<string, string> = {}) => fetch(base + path, { headers }),
    logged: () => logged,
  };
}

function built(): string {
  const folder = temporaryFolder('dist');
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'assets', 'index-a1b2.js'), 'begin()');
  writeFileSync(join(folder, 'secret.js'), 'secret');
  return folder;
}

describe('the dashboard', () => {
  let gateway: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    gateway = await start(built());
  });

  it('is a page that runs only its own files and is not cached', async () => {
    const answer = await gateway.get('/');
    expect(answer.status).toBe(200);
    expect((answer.headers.get('Content-Security-Policy') ?? '').split(';').sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
    ]);
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  it('is also at /sign-in, where visitors reach it without a session', async () => {
    expect(await (await gateway.get('/sign-in')).text()).toBe(await (await gateway.get('/')).text());
  });

  it('is in the language of lang, else of the browser, and passes sign-up and cookie to its script', async () => {
    const arabic = await gateway.get('/', { 'Accept-Language': 'ar-EG, en;q=0.5' });
    expect(arabic.headers.get('Content-Language')).toBe('ar');
    expect(arabic.headers.get('Vary')).toBe('Accept-Language, Cookie, Accept-Encoding');
    const text = await arabic.text();
    expect(text).toContain('<html lang="ar" dir="rtl" data-sign-up="open" data-cookie="no">');
    expect(text).toContain('<noscript><p>تحتاج هذه الصفحة إلى JavaScript.</p></noscript>');
    const german = await gateway.get('/?lang=de', { 'Accept-Language': 'ar', Cookie: '__Host-vitalgate=x' });
    expect(await german.text()).toContain('<html lang="de" dir="ltr" data-sign-up="open" data-cookie="yes">');
  });

  it('has files that may be cached for ever, compressed for clients that accept gzip', async () => {
    for (const encoding of ['gzip', 'identity']) {
      const answer = await gateway.get('/assets/index-a1b2.js', { 'Accept-Encoding': encoding });
      expect(answer.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
      expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('Vary')).toBe('Accept-Encoding');
      expect(answer.headers.get('Content-Encoding')).toBe(encoding === 'gzip' ? 'gzip' : null);
      expect(await answer.text()).toBe('begin()');
    }
  });

  it.each([
    '/assets/other.js',
    '/assets/',
    '/secret.js',
    '/assets/../secret.js',
    '/assets/..%2Fsecret.js',
    '/assets/%2e%2e/secret.js',
    '//assets/index-a1b2.js',
    '/index.html',
    '/assets/../../../../../../etc/passwd',
  ])('has nothing at %s', async (path) => {
    const answer = await rawRequest(gateway.base, [`GET ${path} HTTP/1.1`, 'Host: localhost']);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('accepts no POST', async () => {
    expect((await fetch(gateway.base, { method: 'POST' })).status).toBe(404);
  });
});

it('the dashboard is not served with PLATFORM=off', async () => {
  const gateway = await start(built(), 'off');
  expect((await gateway.get('/')).status).toBe(404);
  expect((await gateway.get('/assets/index-a1b2.js')).status).toBe(404);
  expect(gateway.logged()).toBe('');
});

it('the dashboard is not served without a build, which is logged', async () => {
  const gateway = await start(join(temporaryFolder('dist'), 'dist'));
  expect((await gateway.get('/')).status).toBe(404);
  expect(gateway.logged()).toContain('the dashboard is not built');
});
