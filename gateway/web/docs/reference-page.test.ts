import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPlugins } from '../../../plugins/sdk/loading/load.ts';
import { CHROMIUM } from '../../../test/support/chromium.ts';
import { newVisitor, startBrowser } from '../../../test/support/dashboard-browser.ts';
import { listen } from '../../boot/process/server.ts';
import { docsRouter } from './routes.ts';

let base: string;
let close: () => Promise<void>;
const requested: { readonly url: string; readonly status: number }[] = [];
beforeAll(async () => {
  const { plugins, sources } = await loadPlugins([]);
  const app = express();
  app.use((req, res, next) => {
    const { url } = req;
    res.on('finish', () => requested.push({ url, status: res.statusCode }));
    next();
  });
  app.use(
    docsRouter({ plugins, sources, apart: new Map(), baseUrl: 'https://api.example.com', platform: true, home: true }),
  );
  const server = await listen(app, '127.0.0.1', 0);
  base = `http://127.0.0.1:${server.port}`;
  close = () => server.drain(0);
});
afterAll(() => close());

describe.skipIf(CHROMIUM === undefined)('the reference page in a browser', () => {
  it('opens the operation in the URL, lists every family, uses the requested language and violates no policy', {
    // The page is heavy: on a busy machine it takes most of a minute.
    timeout: 120_000,
  }, async () => {
    const browser = await startBrowser();
    try {
      const { page, expectQuiet } = await newVisitor(browser, base);
      page.setDefaultTimeout(110_000);
      await page.goto(`${base}/docs?lang=de#/energy/getTdee`);
      // The operation is open: a closed operation has no body.
      await page.locator('#operations-energy-getTdee .opblock-body').waitFor();
      const dom = await page.content();
      expectQuiet();
      for (const family of ['body', 'energy', 'growth']) expect(dom).toContain(`id="operations-tag-${family}"`);
      expect(dom).toContain('Täglicher Gesamtenergieumsatz');
      expect(dom).toContain('/api<wbr>/v1<wbr>/tdee');
      const isOurs = (url: string) => url.startsWith('/docs') || url === '/openapi.json?lang=de';
      expect(requested.filter(({ url, status }) => !isOurs(url) || status >= 400)).toEqual([]);
      expect(requested.map(({ url }) => url)).toContain('/openapi.json?lang=de');
    } finally {
      await browser.close();
    }
  });
});
