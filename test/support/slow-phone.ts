import type { CDPSession, Page } from 'playwright-core';

/** Chromium on a quiet processor of a server does this many times as much as the phone. */
const MOST_TIMES = 4;

/** Rounds of `SPEED` that the phone does in a millisecond: a quarter of those of a quiet AMD EPYC (136, 2026). */
const ROUNDS_PER_MS = 34;

/** Rounds per millisecond of the page's main thread now: other programs may have a share of the processor. */
const SPEED = `(() => {
  const start = performance.now();
  let rounds = 0;
  for (; performance.now() - start < 50; rounds += 1) {
    let text = '';
    for (let at = 0; at < 1000; at += 1) text += 'a';
  }
  return rounds / (performance.now() - start);
})()`;

/** A page as on a slow phone: 1.6 Mbps with 150 ms of delay, and a processor four times slower than a quiet one. */
export class SlowPhone {
  readonly #page: Page;
  readonly #devtools: CDPSession;

  private constructor(page: Page, devtools: CDPSession) {
    this.#page = page;
    this.#devtools = devtools;
  }

  static async of(page: Page): Promise<SlowPhone> {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
    await devtools.send('Network.emulateNetworkConditions', network);
    return new SlowPhone(page, devtools);
  }

  /** Opens a page with an empty cache. Returns the milliseconds until its document was there and its scripts had run. */
  async open(address: string): Promise<number> {
    await this.#slowDown();
    await this.#devtools.send('Network.clearBrowserCache');
    await this.#page.goto(address);
    return Number(await this.#page.evaluate('performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd'));
  }

  /** A busy machine is slower already: the phone must not be slower for that. */
  async #slowDown(): Promise<void> {
    await this.#devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const times = Number(await this.#page.evaluate(SPEED)) / ROUNDS_PER_MS;
    await this.#devtools.send('Emulation.setCPUThrottlingRate', { rate: Math.max(1, Math.min(times, MOST_TIMES)) });
  }
}
