import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPlugins } from '../../../plugins/sdk/loading/load.ts';
import { listen } from '../../boot/process/server.ts';
import { docsRouter } from './routes.ts';

const BROWSER = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

let base: string;
let close: () => Promise<void>;
const profile = mkdtempSync(join(tmpdir(), 'vitalgate-browser-'));
const requested: string[] = [];
beforeAll(async () => {
  const { plugins } = await loadPlugins([]);
  const app = express();
  app.use((req, _res, next) => {
    requested.push(req.url);
    next();
  });
  app.use(docsRouter({ plugins, sources: [], baseUrl: 'https://api.example.com', platform: true }));
  const server = await listen(app, '127.0.0.1', 0);
  base = `http://127.0.0.1:${server.port}`;
  close = () => server.drain(0);
});
afterAll(async () => {
  await close();
  rmSync(profile, { recursive: true, force: true });
});

/** What a browser makes of a page, once it has come to rest, and what went wrong by its console. */
async function open(path: string): Promise<{ dom: string; failures: string[] }> {
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  const watch = [`--user-data-dir=${profile}`, '--enable-logging=stderr', '--virtual-time-budget=20000', '--dump-dom'];
  const { stdout, stderr } = await promisify(execFile)(BROWSER ?? '', [...flags, ...watch, base + path], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const failures = stderr.split('\n').filter((line) => /:CONSOLE.*(violates|Uncaught|Failed)/.test(line));
  return { dom: stdout, failures };
}

describe.skipIf(BROWSER === undefined)('the reference page in a browser', () => {
  it('opens at the operation that an address names, beside every family, in the language asked for, with nothing refused by its policy', async () => {
    const { dom, failures } = await open('/docs?lang=de#/energy/getTdee');
    expect(failures).toEqual([]);
    for (const family of ['body', 'energy', 'growth']) expect(dom).toContain(`id="operations-tag-${family}"`);
    expect(dom).toContain('Täglicher Gesamtenergieumsatz');
    expect(dom).toContain('id="operations-energy-getTdee"');
    expect(dom).toContain('/api<wbr>/v1<wbr>/tdee');
    expect(requested.every((url) => url.startsWith('/docs') || url === '/openapi.json?lang=de')).toBe(true);
  });
});
