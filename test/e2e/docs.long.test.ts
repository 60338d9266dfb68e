import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../calculators/kit/index.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { startBrowser } from '../support/dashboard-browser.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';
import { mistakesOf } from '../support/page-mistakes.ts';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
const pagesIn = (folder: string) =>
  readdirSync(`${DOCS}${folder}`)
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}${file.slice(0, -'.md'.length)}`);

/** The guides, the errors and their list. */
const PAGES = [...pagesIn(''), ...pagesIn('errors/'), 'errors/'];

describe.skipIf(CHROMIUM === undefined)('the pages of the documentation', () => {
  let gateway: TestGateway;
  let browser: Browser;
  beforeAll(async () => {
    gateway = await startTestGateway({ CLINICAL: 'on' });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await gateway.stop();
  });

  const address = (path: string) => `${gateway.baseUrl}${path}`;

  async function visit(work: (page: Page) => Promise<void>, options: BrowserContextOptions = {}): Promise<void> {
    const context = await browser.newContext(options);
    try {
      await work(await context.newPage());
    } finally {
      await context.close();
    }
  }

  it.each(['en', 'ar'])(
    'all of them in %s: no findings of axe, errors, requests elsewhere or layout shift',
    (language) =>
      visit(async (page) => {
        const mistakes: Record<string, string[]> = {};
        for (const name of PAGES) {
          const found = await mistakesOf(page, address(`/docs/${name}?lang=${language}`));
          if (found.length > 0) mistakes[name] = found;
        }
        expect(mistakes).toEqual({});
      }),
    600_000,
  );

  it.each(LANGUAGES)(
    'a sample in %s, in the dark',
    (language) =>
      visit(
        async (page) => {
          for (const name of ['getting-started', 'api', 'operations', 'errors/conflict', 'errors/']) {
            expect(await mistakesOf(page, address(`/docs/${name}?lang=${language}`)), name).toEqual([]);
          }
        },
        { colorScheme: 'dark' },
      ),
    120_000,
  );

  it.each(LANGUAGES)(
    'the page in place of an error in %s',
    (language) =>
      visit(async (page) => {
        for (const path of ['/nothing/here', '/api/v1/bmi']) {
          const found = await mistakesOf(page, address(`${path}?lang=${language}`));
          // The browser itself notes the status of the page.
          expect(found.filter((text) => !text.includes('the server responded with a status of 40'))).toEqual([]);
        }
      }),
    60_000,
  );

  it('the search finds calculators, guides and errors, by the keyboard alone', () =>
    visit(async (page) => {
      await page.goto(address('/docs/operations?lang=en'));
      await page.keyboard.press('Control+k');
      const results = page.locator('.finder li a');
      for (const [words, found] of [
        ['body mass', '/docs/calculators/bmi?lang=en'],
        ['idempotency retries', '/docs/api?lang=en#retries'],
        ['quota-exceeded', '/docs/errors/quota-exceeded?lang=en'],
        ['mifflin', '/docs/calculators/basal-metabolic-rate?lang=en'],
      ]) {
        await page.getByRole('searchbox').fill(words ?? '');
        await results.first().waitFor();
        const addresses = await results.evaluateAll((links) => links.map((link) => String(Reflect.get(link, 'href'))));
        expect(addresses, words).toContain(address(found ?? ''));
      }
      await page.getByRole('searchbox').fill('zzzz');
      expect(await page.getByRole('status').textContent()).toBe('Nothing found. Try fewer or other words.');
      await page.getByRole('searchbox').fill('body mass index');
      await page.keyboard.press('ArrowDown');
      expect(await page.evaluate('document.activeElement.textContent')).toContain('Body mass index');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/docs/calculators/bmi?lang=en');
    }));

  it('the search is in the language of the reader, and closes by Escape to where it was opened', () =>
    visit(async (page) => {
      await page.goto(address('/docs/getting-started?lang=ar'));
      await page.locator('.find').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('searchbox').fill('مؤشر كتلة الجسم');
      await page.locator('.finder a[href$="/docs/calculators/bmi?lang=ar"]').waitFor();
      await page.evaluate(axe.source);
      expect(await page.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))')).toEqual([]);
      await page.keyboard.press('Escape');
      expect(await page.evaluate('document.activeElement.className')).toBe('find');
    }));

  it.each(LANGUAGES)('the search in %s has less than 150 KB, and comes with its first use', (language) =>
    visit(async (page) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.goto(address(`/docs/api?lang=${language}`));
      expect(asked.join()).not.toMatch(/search/);
      await page.locator('.find').click();
      await page.getByRole('searchbox').waitFor();
      expect(asked).toContain('/docs/search.json');
      const options = { headers: { 'Accept-Encoding': 'gzip' } };
      const answer = await fetch(address(`/docs/search.json?lang=${language}`), options);
      expect(Number(answer.headers.get('Content-Length'))).toBeLessThan(150_000);
    }),
  );

  it('the list of pages opens on a phone without script, and the menu of languages keeps the place', () =>
    visit(
      async (page) => {
        await page.goto(address('/docs/recovery?lang=en'));
        await page.locator('.tools [popovertarget="pages"]').click();
        await page.locator('#pages a[aria-current="page"]').waitFor();
        expect(await page.locator('#pages a[aria-current="page"]').textContent()).toBe('Recovery');
        await page.locator('#pages button').click();
        expect(await page.locator('#pages').isVisible()).toBe(false);
        await page.locator('.languages summary').click();
        await page.locator('.languages a[lang="ja"]').click();
        await page.waitForURL('**/docs/recovery?lang=ja');
        expect(await page.getAttribute('html', 'lang')).toBe('ja');
        await page.locator('[rel="next"]').click();
        await page.waitForURL('**/docs/security?lang=ja');
        for (const hidden of ['.find', '[data-copy-page]']) expect(await page.locator(hidden).isVisible()).toBe(false);
        await page.locator('.tools a').click();
        expect(await page.textContent('body')).toContain('# Security');
      },
      { javaScriptEnabled: false, viewport: { width: 390, height: 780 } },
    ));

  it('copies a page as Markdown', () =>
    visit(
      async (page) => {
        await page.goto(address('/docs/api?lang=de'));
        await page.locator('[data-copy-page]').click();
        await page.getByText('Kopiert').waitFor();
        expect(String(await page.evaluate('navigator.clipboard.readText()'))).toMatch(/^# .*\n/);
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    ));

  it('stay in English when a reader with a browser of another language has chosen English', () =>
    visit(
      async (page) => {
        await page.goto(address('/docs/api'));
        expect(await page.getAttribute('html', 'lang')).toBe('de');
        await page.locator('.languages summary').click();
        await page.locator('.languages a[lang="en"]').click();
        await page.locator('.pages a', { hasText: 'Keys and quota' }).click();
        await page.waitForURL('**/docs/keys-and-quota?lang=en');
        expect(await page.getAttribute('html', 'lang')).toBe('en');
      },
      { locale: 'de-DE' },
    ));
});
