import { createServer } from 'node:http';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../calculators/kit/index.ts';
import { listenOn } from '../../plugins/sdk/server/http-server.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { startBrowser } from '../support/dashboard-browser.ts';
import { freePort } from '../support/free-port.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';

const FINDINGS = `axe.run().then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(', ')))`;

const SHIFTS = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value; })
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(sum), 50);
})`;

describe.skipIf(CHROMIUM === undefined)('a calculator on a page of another origin', () => {
  let gateway: TestGateway;
  let browser: Browser;
  /** The page of the other site, written by each test. */
  let hostPage = '';
  let policy = '';
  let site: string;
  let stranger: string;
  const server = createServer((_req, res) => {
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    if (policy !== '') res.setHeader('Content-Security-Policy', policy);
    res.end(hostPage);
  });
  const strange = createServer((_req, res) => {
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.end(hostPage);
  });

  beforeAll(async () => {
    site = `http://127.0.0.1:${await listenOn(server, '127.0.0.1', 0)}`;
    stranger = `http://127.0.0.1:${await listenOn(strange, '127.0.0.1', 0)}`;
    const port = await freePort();
    gateway = await startTestGateway({ PORT: String(port), EMBED_ORIGINS: site });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    server.close();
    strange.close();
    await gateway.stop();
  });

  const scriptOf = (attributes: string) => `<script src="${gateway.baseUrl}/embed.js" ${attributes}></script>`;
  const documentOf = (body: string, style = '', lang = 'en') =>
    `<!doctype html><html lang="${lang}"><head><meta name="viewport" content="width=device-width"><title>A clinic</title>
<link rel="icon" href="data:,"><style nonce="own">${style}</style></head><body><main><h1>A clinic</h1>${body}<p>After it.</p></main></body></html>`;

  interface Opened {
    readonly page: Page;
    /** Errors of the console and of scripts. */
    readonly said: string[];
    readonly asked: string[];
  }

  async function open(
    body: string,
    { style = '', csp = '', lang = 'en', at = site, width = 800 } = {},
  ): Promise<Opened> {
    hostPage = documentOf(body, style, lang);
    policy = csp;
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    context.setDefaultTimeout(25_000);
    const page = await context.newPage();
    const said: string[] = [];
    const asked: string[] = [];
    page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(at);
    return { page, said, asked };
  }

  /** A policy that allows the gateway what the page of the snippet says, and no more. */
  const strict = () =>
    `default-src 'none'; script-src ${gateway.baseUrl}; connect-src ${gateway.baseUrl}; style-src 'nonce-own'; img-src data:; require-trusted-types-for 'script'; trusted-types vitalgate`;

  it('calculates beside a strict page, with the keyboard alone, and says nothing in the console', async () => {
    const { page, said, asked } = await open(scriptOf('data-calculator="bmi"'), { csp: strict() });
    await page.getByLabel('Body weight').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.shadowRoot.activeElement.name')).toBe('weight');
    await page.keyboard.type('83.625');
    await page.keyboard.press('Tab');
    await page.keyboard.type('200');
    await page.keyboard.press('Enter');
    // 83.625 / 2² = 20.90625
    await page.getByRole('strong').getByText('20.91').waitFor();
    expect(await page.evaluate('document.activeElement.shadowRoot.activeElement.id')).toBe('result');
    expect(said).toEqual([]);
    const own = asked.filter((address) => !address.startsWith(site) && !address.startsWith('data:'));
    expect(own.map((address) => address.replace(gateway.baseUrl, ''))).toEqual([
      '/embed.js',
      '/embed/bmi?lang=en',
      '/embed/bmi?lang=en',
    ]);
    expect(gateway.logged()).not.toContain('83.625');
    expect(await page.context().cookies()).toEqual([]);
    await page.context().close();
  });

  it('puts the focus on the first mistake, and its list leads to the fields', async () => {
    const { page, said } = await open(scriptOf('data-calculator="bmi" data-language="de"'));
    await page.getByLabel('Körpergewicht').fill('9999');
    await page.getByLabel('Körpergröße').fill('abc');
    await page.getByRole('button', { name: 'Berechnen' }).click();
    await page.getByText('Bitte korrigieren Sie diese Werte').waitFor();
    expect(await page.evaluate('document.activeElement.shadowRoot.activeElement.name')).toBe('weight');
    await page.getByRole('link', { name: /^Körpergröße/ }).click();
    expect(await page.evaluate('document.activeElement.shadowRoot.activeElement.name')).toBe('height');
    expect(said.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
    await page.context().close();
  });

  it.each([
    ['light', 'body { font: 18px Georgia, serif; color: #222; background: #fff }', 1_000],
    ['dark', 'body { font: 14px monospace; color: #f4f4f4; background: #101418 }', 320],
  ])(
    'inherits the letters of a %s page, and axe finds nothing',
    async (_name, style, width) => {
      for (const language of LANGUAGES) {
        const attributes = `data-calculator="bmi" data-accent="#ffcc00" data-height="40"`;
        const { page, said } = await open(scriptOf(attributes), { style, lang: language, width });
        await page.locator('#weight').fill('80');
        await page.locator('#height').fill('200');
        await page.locator('form button').click();
        await page.locator('#result').waitFor();
        await page.evaluate(axe.source);
        expect(await page.evaluate(FINDINGS), language).toEqual([]);
        expect(said).toEqual([]);
        const read = `getComputedStyle(document.querySelector('main > div').shadowRoot.querySelector('label')).fontFamily`;
        expect(await page.evaluate(read)).toBe(await page.evaluate('getComputedStyle(document.body).fontFamily'));
        expect(await page.evaluate(`document.querySelector('main > div').dir`)).toBe(language === 'ar' ? 'rtl' : 'ltr');
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
        await page.context().close();
      }
    },
    120_000,
  );

  it.each([
    ['no calculator', 'data-calculator="bmx"', 'Vitalgate: There is no calculator bmx for other sites.'],
    ['none named', '', 'Vitalgate: the script needs data-calculator, such as data-calculator="bmi".'],
    [
      'a colour in words',
      'data-calculator="bmi" data-accent="red"',
      'Vitalgate: data-accent needs a colour such as #0f766e.',
    ],
  ])('tells the owner of the site: %s', async (_name, attributes, expected) => {
    const { page, said } = await open(scriptOf(attributes));
    await expect.poll(() => said).toContain(expected);
    await page.context().close();
  });

  it('tells the owner of a site that is not allowed, and leaves nothing on the page', async () => {
    const { page, said } = await open(scriptOf('data-calculator="bmi" data-height="10"'), { at: stranger });
    await expect
      .poll(() => said)
      .toContain(
        `Vitalgate: This gateway does not let pages of ${stranger} show calculators. Its operator can allow them with EMBED_ORIGINS.`,
      );
    await expect.poll(() => page.locator('main > div').count()).toBe(0);
    await page.context().close();
  });

  it('tells the owner of a page whose policy forbids the request', async () => {
    const { page, said } = await open(scriptOf('data-calculator="bmi"'), {
      csp: `default-src 'none'; script-src ${gateway.baseUrl}`,
    });
    await expect.poll(() => said.join('\n')).toContain('connect-src');
    await page.context().close();
  });

  it('several stand on one page, each in its language', async () => {
    const { page, said } = await open(
      scriptOf('data-calculator="bmi"') +
        scriptOf('data-calculator="ideal-body-weight" data-language="ja" data-units="imperial"'),
      { csp: strict() },
    );
    await expect.poll(() => page.locator('main > div').count()).toBe(2);
    await page.locator('[lang=ja] #height').fill('70');
    await page.locator('[lang=ja] .switch span').first().click();
    expect(await page.locator('[lang=ja] #height').inputValue()).toBe('177.8');
    expect(said).toEqual([]);
    await page.context().close();
  });

  it('moves nothing that is seen to move, with the height of its snippet', async () => {
    const names = ['bmi', 'tdee', 'heart-rate-zones', 'blood-alcohol', 'due-date', 'weight-for-age'];
    const shifts: Record<string, number> = {};
    for (const name of names) {
      for (const language of ['en', 'ar', 'de']) {
        const written = await (
          await fetch(`${gateway.baseUrl}/docs/embed?calculator=${name}&language=${language}`)
        ).text();
        const height = /data-height="(\d+)"/.exec(written)?.[1];
        const attributes = `data-calculator="${name}" data-language="${language}" data-height="${height}"`;
        const { page } = await open(scriptOf(attributes), { style: 'body { font: 16px sans-serif }', width: 360 });
        await page.locator('form button').waitFor();
        const shift = Number(await page.evaluate(SHIFTS));
        // Google calls a shift of at most 0.1 good; this is a tenth of it.
        if (shift > 0.01) shifts[`${name} ${language}`] = shift;
        await page.context().close();
      }
    }
    expect(shifts).toEqual({});
  }, 120_000);
});
