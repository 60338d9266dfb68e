import { request } from 'node:http';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../calculators/kit/index.ts';
import { loadPlugins } from '../../../plugins/sdk/loading/load.ts';
import { listen } from '../../boot/process/server.ts';
import { PROBLEMS } from '../../request/problems/catalogue.ts';
import { portalRoutes } from '../portal/routes.ts';
import { referenceRoutes } from '../reference/routes.ts';
import { docsRouter } from './routes.ts';

const MARKDOWN = 'text/markdown; charset=utf-8';

let base: string;
let close: () => Promise<void>;
beforeAll(async () => {
  const { plugins, sources } = await loadPlugins([]);
  const app = express();
  app.disable('etag');
  app.disable('query parser');
  const shown = { plugins, sources, apart: new Map(), baseUrl: 'https://api.example.com', platform: true, home: true };
  app.use(portalRoutes({ ...shown, signUp: true, plans: async () => [], embedOrigins: [] }));
  app.use(referenceRoutes(shown));
  app.use(docsRouter(shown));
  app.use((_req, res) => res.status(404).send('next'));
  const server = await listen(app, '127.0.0.1', 0);
  base = `http://127.0.0.1:${server.port}`;
  close = () => server.drain(0);
});
afterAll(() => close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(base + path, { headers, redirect: 'manual' });

/** Status of a request whose path and headers are sent unchanged; `fetch` would normalize the path and add headers. */
const getRaw = (path: string, headers: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(base, { path, headers }, (res) => {
      res.resume();
      resolve(res.statusCode);
    })
      .on('error', reject)
      .end();
  });

describe('/openapi.json', () => {
  it('is the document, in the language of lang, else of Accept-Language, else in English', async () => {
    const german = await get('/openapi.json?lang=de-AT', { 'Accept-Language': 'fr' });
    expect(german.headers.get('Content-Language')).toBe('de');
    expect(german.headers.get('Vary')).toBe('Accept-Language, Accept-Encoding');
    expect(german.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    const document = await german.json();
    expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./), info: { title: 'Vitalgate-API' } });
    const french = await get('/openapi.json', { 'Accept-Language': 'fr-CA,en;q=0.5' });
    expect(french.headers.get('Content-Language')).toBe('fr');
    const english = await get('/openapi.json?lang=xx');
    expect(english.headers.get('Content-Language')).toBe('en');
    expect(await english.json()).toMatchObject({ info: { title: 'Vitalgate API' } });
  });

  it('is built in another thread while this one stays idle', async () => {
    const before = performance.eventLoopUtilization();
    // These are the first requests in these languages, so each takes some tenths of a second.
    for (const language of ['ja', 'ar', 'pt']) await (await get(`/openapi.json?lang=${language}`)).text();
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  });

  it('is not sent again to a client that has it', async () => {
    const first = await get('/openapi.json?lang=en');
    const etag = first.headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{32}(-br|-gzip)"$/);
    const known = { 'If-None-Match': etag, 'Accept-Encoding': first.headers.get('Content-Encoding') ?? '' };
    expect(await getRaw('/openapi.json?lang=en', known)).toBe(304);
    expect(await getRaw('/openapi.json?lang=de', known)).toBe(200);
    expect(await getRaw('/openapi.json?lang=en', { 'If-None-Match': etag })).toBe(200);
  });
});

describe('the pages', () => {
  it.each(['/docs', '/docs/errors/', '/docs/errors/quota-exceeded', '/docs/api'])(
    '%s is HTML with a strict policy',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
      const policy = (response.headers.get('Content-Security-Policy') ?? '').split(';');
      expect(policy.sort()).toEqual([
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "img-src 'self' data:",
        "script-src 'self'",
        "style-src 'self'",
      ]);
      const html = await response.text();
      expect(html).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/);
      expect(html).toMatch(/<title>.+<\/title>/);
      expect(html).not.toMatch(/<script(?! src=)|<style|\son\w+=|\sstyle=/);
    },
  );

  it('has a page for every problem, and lists all of them in the index', async () => {
    const index = await (await get('/docs/errors/')).text();
    for (const [code, status] of Object.entries(PROBLEMS)) {
      const html = await (await get(`/docs/errors/${code}`)).text();
      expect(html).toContain(`${status} ${code}</h1>`);
      expect(index).toContain(`<td>${status}</td><td><a href="${code}?lang=en">${code}</a></td>`);
    }
  });

  it('has every page of llms.txt in Markdown', async () => {
    const list = await (await get('/llms.txt')).text();
    const pages = [...list.matchAll(/\]\(https:\/\/api\.example\.com(\/[^)]+)\)/g)].map(([, path = '']) => path);
    expect(pages).toContain('/docs/api.md');
    expect(pages).toContain('/docs/calculators/bmi.md');
    for (const path of pages) {
      const answer = await get(path);
      expect([path, answer.status, answer.headers.get('Content-Type')]).toEqual([path, 200, MARKDOWN]);
      expect(await answer.text()).toMatch(/^# /);
    }
  });

  it('has every page of the sitemap', async () => {
    const map = await (await get('/sitemap.xml')).text();
    const pages = [...map.matchAll(/<loc>https:\/\/api\.example\.com([^<?]+)\?lang=en<\/loc>/g)];
    const paths = pages.map(([, path = '']) => path);
    for (const path of ['/', '/docs', '/docs/api', '/docs/errors/conflict', '/docs/calculators/bmi']) {
      expect(paths).toContain(path);
    }
    for (const path of paths) expect((await get(path)).status, path).toBe(200);
  });

  it('has no broken links', async () => {
    const seen = new Set<string>();
    const follow = async (address: string): Promise<void> => {
      if (seen.has(address)) return;
      seen.add(address);
      const response = await fetch(address);
      expect(response.status, address).toBe(200);
      if (!response.headers.get('Content-Type')?.startsWith('text/html')) return;
      const html = await response.text();
      for (const [, reference = ''] of html.matchAll(/(?:href|src)="([^"#]+)/g)) {
        const target = new URL(reference, response.url);
        // The dashboard stands elsewhere; pages of calculators and operations have the same links as one of their kind.
        const language = target.searchParams.get('lang') ?? 'en';
        const isAlike = /\/(calculators\/|embed$|reference\/(?!getBmi))/.test(target.pathname);
        // The menu of languages is on every page: two languages, one of each direction, stand for all.
        const isElsewhere =
          target.pathname === '/sign-in' || !['en', 'ar'].includes(language) || (target.search !== '' && isAlike);
        if (target.origin === base && !isElsewhere) await follow(target.href);
      }
    };
    await follow(`${base}/docs`);
    for (const language of LANGUAGES) await follow(`${base}/docs/getting-started?lang=${language}`);
    expect(seen).toContain(`${base}/docs/errors/quota-exceeded`);
    expect([...seen].join()).toContain(`${base}/docs/assets/reference-`);
  });

  it.each(LANGUAGES)('an error and a guide are in the language of lang: %s', async (language) => {
    for (const path of ['/docs/errors/conflict', '/docs/getting-started', '/docs/api']) {
      const response = await get(`${path}?lang=${language}`, { 'Accept-Language': 'en' });
      expect(response.headers.get('Content-Language')).toBe(language);
      expect(response.headers.get('Vary')).toBe('Accept-Language, Accept-Encoding');
      expect(await response.text()).toContain(`<article lang="${language}"`);
    }
  });

  it('an error is in the language of Accept-Language, and in English for a language without translation', async () => {
    const german = await get('/docs/errors/conflict', { 'Accept-Language': 'de-AT, fr;q=0.5' });
    expect(german.headers.get('Content-Language')).toBe('de');
    const english = await get('/docs/errors/conflict?lang=tlh', { 'Accept-Language': 'tlh' });
    expect(english.headers.get('Content-Language')).toBe('en');
    expect(english.headers.get('ETag')).not.toBe(german.headers.get('ETag'));
  });

  it('the list of errors is in the language, and leads to the pages in it', async () => {
    const html = await (await get('/docs/errors/?lang=de')).text();
    expect(html).toContain('<h1>Fehler</h1>');
    expect(html).toContain('<td>409</td><td><a href="conflict?lang=de">conflict</a></td>');
    expect(html).not.toContain('the records do not allow the change now');
  });

  it('a guide for operators is in English for everybody', async () => {
    const response = await get('/docs/configuration?lang=de');
    const html = await response.text();
    expect(html).toContain('<html lang="de"');
    expect(html).toContain('<article lang="en"');
    expect(html).toContain('Diese Seite gibt es nur auf Englisch.');
    expect(response.headers.get('Content-Language')).toBe('en');
  });

  it('a calculator names the units of its inputs in the language', async () => {
    const html = await (await get('/docs/calculators/bmi-for-age?lang=de')).text();
    expect(html).toContain('<span class="unit">Monate</span>');
    expect(html).not.toContain('months</span>');
  });

  it.each([
    ['/docs/', '/docs'],
    ['/docs/errors', '/docs/errors/'],
  ])('%s leads to %s', async (from, to) => {
    const response = await get(from);
    expect(response.status).toBe(301);
    expect(new URL(response.headers.get('Location') ?? '', base + from).pathname).toBe(to);
  });

  it('answers HEAD without a body', async () => {
    const response = await fetch(`${base}/docs`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });
});

describe('a request that is not in the table', () => {
  it.each([
    '/docs/nothing',
    '/docs/errors/nothing',
    '/docs/api.txt',
    '/docs/assets/package.json',
    '/docs/../package.json',
    '/docs/errors/../../package.json',
    '/docs/assets/..%2f..%2fpackage.json',
    '/docs/%2e%2e/package.json',
    '/docs/%ff',
    '//docs',
    '/DOCS',
  ])('for %s is passed to the next handler', async (path) => {
    expect(await getRaw(path)).toBe(404);
  });

  it('is passed to the next handler if its method is POST', async () => {
    expect((await fetch(`${base}/docs`, { method: 'POST' })).status).toBe(404);
  });
});
