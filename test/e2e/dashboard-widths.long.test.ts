import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveCheckpoint } from '../../gateway/usage/checkpoint.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { type Dashboard, startDashboard } from '../support/dashboard.ts';
import type { Visitor } from '../support/dashboard-browser.ts';
import { marketplaceEnvironment } from '../support/marketplace.ts';

const NONE = { included: 0, overage: 0, credits: 0 };
const WIDTH = 320;
/** German has the longest words, Arabic the other direction, Hindi and Japanese their own fonts. */
const LANGUAGES = ['de', 'ar', 'hi', 'ja'];
/** A name without a space, wider than the page. */
const LONG_NAME = 'rehabilitation_backend_service_account_production_eu_central_1';

/** What stands beyond an edge of the page. A table scrolls for itself. */
const BEYOND = `[...document.querySelectorAll('body *')]
  .filter((element) => !element.closest('.unseen, .skip, svg, option') && !element.parentElement.closest('.table'))
  .map((element) => ({ element, box: element.getBoundingClientRect() }))
  .filter(({ box }) => box.width > 0 && (box.left < -0.5 || box.right > innerWidth + 0.5))
  .map(({ element }) => element.outerHTML.slice(0, 200))`;

describe.skipIf(CHROMIUM === undefined)('the dashboard', () => {
  let dashboard: Dashboard;
  let key: string;
  let user: string;
  beforeAll(async () => {
    dashboard = await startDashboard((owner) => ({ ...marketplaceEnvironment(owner), SIGNUP: 'open' }));
    await dashboard.api.call('PATCH', '/platform/v1/client', { name: LONG_NAME });
    await dashboard.api.call('PATCH', '/platform/v1/me', { name: 'Annegret Müller-Lüdenscheidt' });
    user = (await dashboard.addUser('Maximiliane von Hohenstein', 'developer', `${LONG_NAME}@example.com`)).id;
    const { body } = await dashboard.api.call('POST', '/platform/v1/keys', { name: LONG_NAME, environment: 'live' });
    key = body.id;
    const today = new Date().toISOString().slice(0, 10);
    await saveCheckpoint(dashboard.records, {
      client: dashboard.gateway.first.clientId,
      month: today.slice(0, 7),
      counter: { epoch: 'e', base: NONE, admitted: { ...NONE, included: 1_200 }, returned: NONE },
      credits: { epoch: 'c', base: 0, taken: 0, returned: 0 },
      limits: null,
      usage: [{ day: today, status: '2xx', calculator: 'tdee', key, calls: 1_200, units: 1_200 }],
    });
  });
  afterAll(() => dashboard.stop());

  async function expectWithinPage({ page }: Visitor, place: string) {
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    if (place.startsWith('usage')) await page.locator('.u-legend').waitFor();
    expect(await page.evaluate(BEYOND), place).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth'), place).toBe(WIDTH);
  }

  it.each(LANGUAGES)('has nothing beyond the edges of a narrow phone in %s', async (language) => {
    const viewport = { width: WIDTH, height: 700 };
    const stranger = await dashboard.visitor({ viewport });
    for (const place of ['', '#/forgot-password', '#/create-account']) {
      await stranger.visit(`?lang=${language}${place}`);
      await expectWithinPage(stranger, place);
    }
    await stranger.leave();

    const ann = await dashboard.visitor({ as: dashboard.ann, viewport });
    const pages = ['', 'keys', `keys/${key}`, 'users', `users/${user}`, 'usage', 'usage?by=key', 'billing', 'audit'];
    const month = new Date().toISOString().slice(0, 7);
    for (const place of [...pages, `billing/statements/${month}`, 'marketplaces', 'account']) {
      await ann.visit(`?lang=${language}#/${place}`);
      await expectWithinPage(ann, place);
      // Every dialog of the page that a button opens.
      const openers = ann.page.locator('main .actions button:not(:disabled)');
      for (let at = 0; at < (await openers.count()); at += 1) {
        await openers.nth(at).click();
        // An action may open a dialog when it has run.
        await ann.page.locator('main .actions [aria-disabled]').waitFor({ state: 'detached' });
        await expectWithinPage(ann, `${place}, button ${at}`);
        while ((await ann.page.locator('dialog').count()) > 0) await ann.page.keyboard.press('Escape');
      }
    }
    ann.expectQuiet();
    await ann.leave();
  });

  it.each(LANGUAGES)('shows every column of the keys on a wide screen in %s, despite a long name', async (language) => {
    const ann = await dashboard.visitor({ as: dashboard.ann });
    await ann.visit(`?lang=${language}#/keys`);
    await ann.page.locator('.table').waitFor();
    const hidden = "document.querySelector('.table').scrollWidth - document.querySelector('.table').clientWidth";
    expect(await ann.page.evaluate(hidden)).toBe(0);
    await ann.leave();
  });
});
