import axe from 'axe-core';
import type { Page } from 'playwright-core';

const FINDINGS = `axe.run().then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(', ')))`;

/** The sum of the layout shifts so far (Layout Instability API). Below a thousandth nothing is seen to move. */
const SHIFTS = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value; })
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(sum), 30);
})`;

/** How much of the page has moved since it was opened, by the Layout Instability API; nothing is 0. */
export async function layoutShift(page: Page): Promise<number> {
  return Number(await page.evaluate(SHIFTS));
}

const WIDTHS = [1_200, 360];

/**
 * Opens a public page at the width of a screen and of a phone.
 *
 * @returns findings of axe, errors of the console, requests elsewhere, layout shifts and parts beyond the edge
 */
export async function mistakesOf(page: Page, address: string): Promise<string[]> {
  const found: string[] = [];
  const { origin } = new URL(address);
  page.on('console', (message) => message.type() === 'error' && found.push(message.text()));
  page.on('pageerror', (error) => found.push(String(error)));
  page.on('request', (request) => request.url().startsWith(origin) || found.push(request.url()));
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(address);
    const shift = await layoutShift(page);
    if (shift >= 0.001) found.push(`layout shift of ${shift} at ${width}`);
    const beyond = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
    if (beyond > 0) found.push(`${beyond} px beyond the edge at ${width}`);
  }
  await page.evaluate(axe.source);
  found.push(...((await page.evaluate(FINDINGS)) as string[]));
  page.removeAllListeners();
  return found;
}
