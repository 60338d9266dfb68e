import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { reloadPlugins } from '../../gateway/cli/plugins/reload-plugins.ts';
import { readConfig } from '../../gateway/configuration/config.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';
import { DOUBLES, pluginFolder, type TestPlugin } from '../support/plugin-folder.ts';

const PLUGIN: TestPlugin = { name: 'changing', mount: '/api/changing', calculators: { double: DOUBLES } };

/** A calculator that takes long enough to be in flight during a reload, at one weight. */
const SLOW = `if (weight === 66) { const until = performance.now() + 700; while (performance.now() < until); } ${DOUBLES}`;

describe('a reload', () => {
  const changing = pluginFolder(PLUGIN);
  const other = pluginFolder({ name: 'other', mount: '/api/other', calculators: { triple: DOUBLES } });
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startTestGateway({ PLUGINS: [changing, other].join(), ADMIN_PORT: '0', PLUGIN_TIMEOUT_MS: '5000' });
  });
  afterAll(() => gateway.stop());

  const write = (plugin: Partial<TestPlugin>) => pluginFolder({ ...PLUGIN, ...plugin }, changing);
  const admin = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${gateway.adminPort}${path}`, init);
  const reload = async () => {
    const response = await admin('/reload', { method: 'POST' });
    return { status: response.status, report: (await response.json()) as Record<string, unknown> };
  };
  const weigh = async (path: string, weight = 40) => {
    const response = await gateway.get(`${path}?weight=${weight}`);
    return response.ok ? ((await response.json()) as { doubled: number }).doubled : response.status;
  };
  const plugins = async () => {
    const { parts, reasons } = (await (await admin('/readyz')).json()) as Record<string, Record<string, string>>;
    return { state: parts?.['plugin:changing'], reason: reasons?.['plugin:changing'] };
  };

  it('offers the calculators that are on disk now, and calls in flight finish on the old ones', async () => {
    write({ calculators: { double: SLOW } });
    expect(await reload()).toMatchObject({ status: 200, report: { refused: [], kept: [] } });
    const inFlight = weigh('/api/changing/double', 66);
    // The list has no entry of a plugin whose calculators are gone, and its old thread still computes.
    write({ calculators: { twice: 'return { doubled: weight + weight };' }, version: '1.1.0' });
    const { report } = await reload();
    expect(report.plugins).toContain('changing 1.1.0');
    expect([await weigh('/api/changing/twice'), await weigh('/api/changing/double')]).toEqual([80, 404]);
    expect(await inFlight).toBe(132);
    const { calculators } = (await (await gateway.get('/api/changing')).json()) as { calculators: { name: string }[] };
    expect(calculators.map(({ name }) => name)).toEqual(['twice']);
  });

  it('keeps a plugin that is refused now, and readiness and metrics say so', async () => {
    writeFileSync(join(changing, 'plugin.ts'), 'export default {');
    const { status, report } = await reload();
    expect(status).toBe(422);
    expect(report).toMatchObject({ kept: ['changing'], refused: [{ source: changing }] });
    expect([await weigh('/api/changing/twice'), await weigh('/api/other/triple')]).toEqual([80, 80]);
    expect(await plugins()).toEqual({ state: 'degraded', reason: 'refused' });
    expect(await (await admin('/metrics')).text()).toContain('vitalgate_refused_plugins 1\n');
    write({ calculators: { double: DOUBLES } });
    expect((await reload()).status).toBe(200);
    expect(await plugins()).toEqual({ state: 'ok', reason: undefined });
    expect([await weigh('/api/changing/double'), await weigh('/api/changing/twice')]).toEqual([80, 404]);
  });

  it('changes nothing if a plugin that has to stay would lose its place to another one', async () => {
    writeFileSync(join(changing, 'plugin.ts'), 'export default {');
    pluginFolder({ name: 'other', mount: '/api/changing', calculators: { double: DOUBLES } }, other);
    const { status, report } = await reload();
    expect(status).toBe(409);
    expect(report.error).toMatch(/^changing is refused and cannot stay either: .*\/api\/changing\/double/);
    expect([await weigh('/api/changing/double'), await weigh('/api/other/triple')]).toEqual([80, 80]);
  });

  it('takes a plugin whose folder is gone for refused', async () => {
    pluginFolder({ name: 'other', mount: '/api/other', calculators: { triple: DOUBLES } }, other);
    rmSync(changing, { recursive: true });
    expect(await reload()).toMatchObject({ status: 422, report: { kept: ['changing'] } });
    expect(await weigh('/api/changing/double')).toBe(80);
  });

  it('is asked for by the plugin command', async () => {
    const configured = { ...readConfig({}), ADMIN_PORT: gateway.adminPort ?? 0 };
    const printed = vi.spyOn(console, 'log').mockReturnValue();
    const refused = vi.spyOn(console, 'error').mockReturnValue();
    expect(await reloadPlugins(configured)).toBe(false);
    expect(refused.mock.calls.flat()).toContain('stays as it was: changing');
    write({});
    expect(await reloadPlugins(configured)).toBe(true);
    expect(printed.mock.calls.flat().at(-1)).toMatch(/^\d+ plugins are offered$/);
    vi.restoreAllMocks();
  });

  it('is not for GET, and not for pages in a browser', async () => {
    expect((await admin('/reload')).status).toBe(405);
    const headers = { Origin: 'http://127.0.0.1:9464' };
    expect((await admin('/reload', { method: 'POST', headers })).status).toBe(403);
  });
});
