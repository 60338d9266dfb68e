import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../calculators/kit/index.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { startBrowser } from '../support/dashboard-browser.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';

const FINDINGS = `axe.run().then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(', ')))`;

const SAMPLE = [
  'getBmi',
  'postTdee',
  'postBatch',
  'listCalculators',
  'readUsage',
  'signIn',
  'getHealth',
  'exportUsage',
];

describe.skipIf(CHROMIUM === undefined)('the reference in a browser', () => {
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

  /** Opens a page on a desktop and on a phone. @returns what is wrong with it */
  async function mistakesOf(page: Page, path: string): Promise<string[]> {
    const found: string[] = [];
    page.on('console', (message) => message.type() === 'error' && found.push(message.text()));
    page.on('pageerror', (error) => found.push(String(error)));
    page.on('request', (request) => request.url().startsWith(gateway.baseUrl) || found.push(request.url()));
    for (const width of [1_280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(address(path));
      const beyond = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
      if (beyond > 0) found.push(`${beyond} px beyond the edge at ${width}`);
    }
    await page.evaluate(axe.source);
    found.push(...((await page.evaluate(FINDINGS)) as string[]));
    page.removeAllListeners();
    return found;
  }

  it.each(LANGUAGES)(
    'has no findings of axe, no errors and no requests elsewhere in %s',
    async (language) => {
      const context = await browser.newContext({ colorScheme: language === 'ar' ? 'dark' : 'light' });
      const page = await context.newPage();
      const mistakes: Record<string, string[]> = {};
      for (const path of ['/docs', ...SAMPLE.map((id) => `/docs/reference/${id}`)]) {
        const found = await mistakesOf(page, `${path}?lang=${language}`);
        if (found.length > 0) mistakes[path] = found;
      }
      await context.close();
      expect(mistakes).toEqual({});
    },
    120_000,
  );

  it('opens the page of every operation', async () => {
    const list = await (await fetch(address('/docs'))).text();
    const ids = [...list.matchAll(/href="docs\/reference\/(\w+)[?"]/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(300);
    const wrong: string[] = [];
    for (const id of ids) {
      const response = await fetch(address(`/docs/reference/${id}`));
      const html = await response.text();
      if (response.status !== 200 || /\[object Object\]|undefined|NaN/.test(html))
        wrong.push(`${id} ${response.status}`);
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  it('sends a call with a pasted key, which stays in the page', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(address('/docs/reference/postBmi'));
    await page.getByLabel('API key').fill(gateway.key);
    await page.getByLabel('JSON body').fill('{"weight": 80, "height": 200}');
    await page.getByRole('button', { name: 'Send' }).click();
    // 80 / 2² = 20
    await page.getByText('"bmi": 20,').waitFor();
    expect(asked.join(' ')).not.toContain(gateway.key);
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).toBe('[{},{}]');
    expect(gateway.logged()).not.toContain(gateway.key);
    await page.goto('about:blank');
    await page.goBack();
    expect(await page.getByLabel('API key').inputValue()).toBe('');
    await context.close();
  });

  it('shows the problem of a call without a key', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(address('/docs/reference/getBmi?lang=de'));
    await page.getByRole('button', { name: 'Senden' }).click();
    await page.getByText('"code": "invalid-credential"').waitFor();
    await context.close();
  });

  it('finds a call by words of its name and address', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(address('/docs'));
    await page.getByLabel('Search calls').fill('body mass');
    await expect.poll(() => page.locator('.operations li:visible').count()).toBeLessThan(5);
    expect(await page.getByRole('link', { name: 'GET Body mass index' }).isVisible()).toBe(true);
    await context.close();
  });

  it('leads an address of the former reference to the page of its operation', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(address('/docs?lang=de#/energy/getTdee'));
    await page.waitForURL(address('/docs/reference/getTdee?lang=de'));
    await context.close();
  });

  it('shows everything but the form without script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(address('/docs/reference/getBmi'));
    expect(await page.locator('#try').isVisible()).toBe(false);
    await page.getByText('Python').click();
    expect(await page.getByText('urllib.request.urlopen').isVisible()).toBe(true);
    expect(await page.getByText('healthy_weight_kg.min').isVisible()).toBe(true);
    await context.close();
  });
});
