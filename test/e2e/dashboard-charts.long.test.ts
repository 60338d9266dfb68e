import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveCheckpoint } from '../../gateway/usage/checkpoint.ts';
import { dayOf } from '../../gateway/values/calendar.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { type Dashboard, startDashboard } from '../support/dashboard.ts';
import type { Visitor } from '../support/dashboard-browser.ts';
import { TDEE } from '../support/in-process-gateway.ts';

const NONE = { included: 0, overage: 0, credits: 0 };
const DAY_MS = 86_400_000;

/** More calculators than a chart can have series. */
const CALCULATORS = [
  'tdee',
  'bmi',
  'bmr',
  'one_rep_max',
  'ideal_weight',
  'body_fat',
  'water_intake',
  'heart_rate_zones',
];

/** The height of the bars of one colour in the drawing, from left to right, in pixels of the canvas. */
const heightsOf = (colour: string) => `(() => {
  const canvas = document.querySelector('.drawing canvas');
  const probe = document.createElement('span');
  probe.style.color = getComputedStyle(canvas).getPropertyValue('--${colour}');
  document.body.append(probe);
  const wanted = getComputedStyle(probe).color.match(/\\d+/g).map(Number);
  probe.remove();
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  const isWanted = (at) => wanted.every((part, channel) => Math.abs(data[at + channel] - part) < 4) && data[at + 3] > 250;
  const bars = [];
  let before = 0;
  for (let x = 0; x < width; x++) {
    let filled = 0;
    for (let y = 0; y < height; y++) if (isWanted((y * width + x) * 4)) filled++;
    if (filled > 0 && before === 0) bars.push(0);
    if (filled > 0) bars[bars.length - 1] = Math.max(bars.at(-1), filled);
    before = filled;
  }
  return bars;
})()`;

describe.skipIf(CHROMIUM === undefined)('the charts of the dashboard', () => {
  const now = Date.now();
  const today = dayOf(now);
  const yesterday = dayOf(now - DAY_MS);
  let dashboard: Dashboard;
  let annsKey: string;

  beforeAll(async () => {
    dashboard = await startDashboard();
    const { body: me } = await dashboard.api.call('GET', '/platform/v1/me');
    const { keys } = (await dashboard.api.call('GET', '/platform/v1/keys')).body;
    annsKey = keys[0].id;
    const row = { key: annsKey, calculator: 'tdee', status: '2xx', units: 0 } as const;
    await saveCheckpoint(dashboard.records, {
      client: me.client,
      month: today.slice(0, 7),
      counter: { epoch: 'e', base: NONE, admitted: NONE, returned: NONE },
      credits: { epoch: 'c', base: 0, taken: 0, returned: 0 },
      limits: null,
      usage: [
        { ...row, day: yesterday, calls: 3_000 },
        ...CALCULATORS.map((calculator, at) => ({ ...row, day: today, calculator, calls: 100 - at })),
        { ...row, day: yesterday, status: '4xx', calls: 570 },
        { ...row, day: today, status: '4xx', calls: 570 },
        { ...row, day: yesterday, status: '5xx', calls: 400 },
      ],
    });
  });
  afterAll(() => dashboard.stop());

  const bars = async ({ page }: Visitor, colour: string) => (await page.evaluate(heightsOf(colour))) as number[];
  const legend = ({ page }: Visitor, name: string) => page.locator('.u-legend .u-label').filter({ hasText: name });

  it('stack what is left when a series is hidden: 570 client errors are as high on both days', async () => {
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    await visitor.visit('#/usage?range=30-days');
    await legend(visitor, 'Client errors').waitFor();
    await legend(visitor, 'Charged calls').click();
    await expect.poll(async () => (await bars(visitor, 'series-client-error')).length).toBe(2);
    const [first = 0, second = 0] = await bars(visitor, 'series-client-error');
    // Pixels: the edge of a bar may be blended.
    expect(Math.abs(first - second)).toBeLessThanOrEqual(2);
    await legend(visitor, 'Charged calls').click();
    await expect.poll(async () => (await bars(visitor, 'series-1')).length).toBe(2);
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('draw server errors in the colour of errors, in every choice of series', async () => {
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    await visitor.visit('#/usage?range=30-days&by=status');
    await legend(visitor, 'Server errors').waitFor();
    const marker = visitor.page.locator('.u-series', { hasText: 'Server errors' }).locator('.u-marker');
    const colours = (await marker.getAttribute('style'))?.match(/\d+/g)?.map(Number) ?? [];
    const [red = 0, green = 0, blue = 0] = colours.slice(-3);
    expect(red).toBeGreaterThan(2 * blue);
    expect(red).toBeGreaterThan(2 * green);
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('show the calculators with the most calls and all others together, at any number of calculators', async () => {
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    const { page } = visitor;
    await visitor.visit('#/usage?range=30-days&by=calculator');
    const chart = page.getByRole('figure', { name: 'Calls a day' });
    await chart.getByText('The same as a table').click();
    const heads = () => chart.getByRole('columnheader').allInnerTexts();
    await expect.poll(heads).toEqual(['Day', 'tdee', 'bmi', 'bmr', 'one_rep_max', 'Other calculators']);
    // 96 + 95 + 94 + 93
    expect((await chart.getByRole('row').last().innerText()).split('\t').at(-1)).toBe('378');
    await visitor.expectAccessible();
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('are on the overview too, which no longer explains the first call after it was made', async () => {
    const dora = await dashboard.addUser('Dora', 'developer');
    const visitor = await dashboard.visitor({ as: dora.signedIn });
    await visitor.visit('#/');
    await visitor.page.getByRole('heading', { name: 'Your first call' }).waitFor();
    await visitor.leave();

    const used = { last_used_at: now };
    await dashboard.records.db.updateTable('keys').set(used).where('id', '=', annsKey).execute();
    const ann = await dashboard.visitor({ as: dashboard.ann });
    const { page } = ann;
    await ann.visit('#/');
    await page.getByRole('figure', { name: 'Calls a day' }).waitFor();
    await page.getByText('Used this month').waitFor();
    expect(await page.getByRole('heading', { name: 'Your first call' }).count()).toBe(0);
    await ann.expectAccessible();
    ann.expectQuiet();
    await ann.leave();
  });

  it('and figures follow the calls by themselves, also those of a key with its cap', async () => {
    const { body: made } = await dashboard.api.call('POST', '/platform/v1/keys', {
      name: 'Capped',
      environment: 'live',
      cap: 50,
    });
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    const { page } = visitor;
    await visitor.visit(`#/keys/${made.id}`);
    await page.getByText('0 of 50 units a month').waitFor();
    await visitor.expectAccessible();
    for (let calls = 0; calls < 3; calls++) {
      expect((await dashboard.gateway.get(TDEE, { 'X-API-Key': made.key })).status).toBe(200);
    }
    await page.getByText('3 of 50 units a month').waitFor({ timeout: 25_000 });
    await page.getByRole('figure', { name: 'Calls a day' }).waitFor();
    // A successor shares the cap.
    const rotated = await dashboard.api.call('POST', `/platform/v1/keys/${made.id}/rotate`, { overlap_seconds: 0 });
    await visitor.visit(`#/keys/${rotated.body.id}`);
    await page.getByText('3 of 50 units a month').waitFor();
    await page.getByText('With the keys before and after it').waitFor();
    visitor.expectQuiet();
    await visitor.leave();
  });
});
