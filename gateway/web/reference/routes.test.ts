import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPlugins } from '../../../plugins/sdk/loading/load.ts';
import { listen } from '../../boot/process/server.ts';
import { referenceRoutes } from './routes.ts';

let base: string;
let close: () => Promise<void>;
beforeAll(async () => {
  const { plugins, sources } = await loadPlugins([]);
  const app = express();
  app.disable('etag');
  app.disable('query parser');
  app.use(
    referenceRoutes({
      plugins,
      sources,
      apart: new Map(),
      baseUrl: 'https://api.example.com',
      platform: true,
      home: true,
    }),
  );
  app.use((_req, res) => res.status(404).send('next'));
  const server = await listen(app, '127.0.0.1', 0);
  base = `http://127.0.0.1:${server.port}`;
  close = () => server.drain(0);
});
afterAll(() => close());

const get = (path: string) => fetch(base + path, { redirect: 'manual' });

describe('the reference', () => {
  it('lists every operation by subject, and they have pages', async () => {
    const response = await get('/docs?lang=de');
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Language')).toBe('de');
    const html = await response.text();
    expect(html).toContain('<html lang="de" dir="ltr">');
    for (const family of ['Herz und Kreislauf', 'Energie und Ernährung']) expect(html).toContain(`${family}</h2>`);
    const ids = [...html.matchAll(/href="docs\/reference\/(\w+)\?lang=de"/g)].map(([, id]) => id);
    expect(ids).toEqual(expect.arrayContaining(['getBmi', 'postBmi', 'postBatch', 'listCalculators', 'readUsage']));
    // All of them are opened in a browser, in test/e2e.
    const some = ids.filter((_id, at) => at % 16 === 0);
    const pages = await Promise.all(some.map((id) => get(`/docs/reference/${id}?lang=de`)));
    expect(pages.filter(({ status }) => status !== 200)).toEqual([]);
    const bodies = await Promise.all(pages.map((page) => page.text()));
    expect(bodies.filter((body) => /\[object Object\]|undefined|NaN/.test(body))).toEqual([]);
  });

  it('has the inputs, answers, problems and code of an operation', async () => {
    const html = await (await get('/docs/reference/getBmi')).text();
    expect(html).toContain('<h1>Body mass index</h1>');
    expect(html).toMatch(/<code dir="ltr">weight<\/code> <span class="type" dir="ltr">number 2 – 1433\.01<\/span>/);
    expect(html).toContain('<code dir="ltr">healthy_weight_kg.min</code>');
    expect(html).toContain('href="../../docs/errors/quota-exceeded?lang=en"');
    expect(html).toContain(
      'curl -H &#34;X-API-Key: $KEY&#34; &#34;https://api.example.com/api/v1/bmi?weight=65&#38;height=168&#34;',
    );
    expect(html).not.toMatch(/<script(?! src=)|<style|\son\w+=|\sstyle=/);
  });

  it('shows how a user of the platform calls, and offers no form for changes', async () => {
    const read = await (await get('/docs/reference/readSession')).text();
    expect(read).toContain('Cookie: __Host-vitalgate=$SESSION');
    expect(read).toContain('id="try"');
    const change = await (await get('/docs/reference/signOut')).text();
    expect(change).toContain('X-CSRF-Token: $CSRF_TOKEN');
    expect(change).not.toContain('id="try"');
  });

  it('has a policy that keeps scripts and requests to itself', async () => {
    const policy = (await get('/docs')).headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("connect-src 'self'");
  });

  it.each([
    '/docs/reference/nothing',
    '/docs/reference/',
    '/docs/reference/..%2f',
    '/docs/reference/getBmi/x',
    '/docs/',
  ])('passes %s to the next handler', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});
