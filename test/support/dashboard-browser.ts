import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { PASSWORD } from './browser.ts';
import { CHROMIUM } from './chromium.ts';

const FINDINGS = `axe.run().then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(', ')))`;

/** The state of a signed-in user in a browser. */
export type SignedIn = Exclude<NonNullable<BrowserContextOptions['storageState']>, string>;

export interface VisitorOptions {
  /** Default: no user. */
  readonly as?: SignedIn;
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** A visitor of the dashboard with separate cookies. */
export interface Visitor {
  readonly page: Page;
  /** Goes to a place, such as `#/keys`, and waits for its heading. */
  visit(place: string): Promise<void>;
  /** Fills in the form for signing in that is shown, and sends it. */
  signIn(email: string, password?: string): Promise<void>;
  /** Fails if axe finds a problem on the current page. */
  expectAccessible(): Promise<void>;
  /** Fails if the page violated its policy or one of its scripts failed. */
  expectQuiet(): void;
  leave(): Promise<void>;
}

/** Starts the machine's Chromium. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: pathOf(CHROMIUM ?? ''),
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}

/** The path of the browser's command. */
function pathOf(command: string): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, command)).find((path) => existsSync(path)) ?? command;
}

/** A new visitor of the dashboard at an address. */
export async function newVisitor(browser: Browser, baseUrl: string, options: VisitorOptions = {}): Promise<Visitor> {
  const { as, viewport = { width: 1_280, height: 900 } } = options;
  const context = await browser.newContext({
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport,
    ...(as && { storageState: as }),
  });
  context.setDefaultTimeout(25_000);
  const page = await context.newPage();
  const noises: string[] = [];
  page.on('pageerror', (error) => noises.push(String(error)));
  page.on('console', (message) => {
    // Refusals of the API and blocked requests are not mistakes of the page.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) noises.push(message.text());
  });
  return {
    page,
    async visit(place) {
      await page.goto(`${baseUrl}/sign-in${place}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
    async signIn(email, password = PASSWORD) {
      await page.getByLabel('E-mail address').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    },
    async expectAccessible() {
      await page.evaluate(axe.source);
      expect(await page.evaluate(FINDINGS)).toEqual([]);
    },
    expectQuiet: () => expect(noises).toEqual([]),
    leave: () => context.close(),
  };
}
