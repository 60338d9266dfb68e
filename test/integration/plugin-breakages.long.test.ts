import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';
import { BREAKAGES, type Breakage, nameOf, toldBy, writePlugin } from '../support/plugin-breakages.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

const ROOT = join(import.meta.dirname, '../..');
const good = writePlugin('good');

/** The call of a plugin whose example does not show its mistake. */
const call = (name: string, weight: number) => `/api/${name}/double?weight=${weight}`;

/** The report of a gateway with one process. */
interface Report {
  readonly refused: readonly { readonly source: string; readonly reasons: readonly string[] }[];
  readonly kept: readonly string[];
}

type Answering = Pick<RunningGateway, 'baseUrl' | 'key'>;

async function ask({ baseUrl, key }: Answering, path: string) {
  const response = await fetch(baseUrl + path, { headers: { 'X-API-Key': key } });
  return { status: response.status, left: response.headers.get('ratelimit'), body: await response.json() };
}

async function expectOthersAnswer(gateway: Answering): Promise<void> {
  expect(await ask(gateway, call('good', 41))).toMatchObject({ status: 200, body: { double_kg: 82 } });
  expect(await ask(gateway, '/api/v1/bmi?weight=80&height=178')).toMatchObject({ status: 200, body: { bmi: 25.25 } });
  expect((await fetch(`${gateway.baseUrl}/openapi.json?lang=es`)).status).toBe(200);
}

describe('a plugin with any mistake at load', () => {
  const folders = new Map(BREAKAGES.map((one) => [one, writePlugin(nameOf(one), one.plugin(nameOf(one)))]));
  let checked: string;
  let gateway: RunningGateway;
  beforeAll(async () => {
    const args = [join(ROOT, 'gateway/cli/plugins/main.ts'), 'check', good, ...folders.values()];
    const options = { cwd: temporaryFolder('check'), env: { PATH: process.env.PATH ?? '' } };
    const ended = promisify(execFile)(process.execPath, args, options);
    // It exits with 1, so this rejects.
    checked = await ended.then(
      () => 'exit code 0',
      (error: { readonly stdout: string; readonly stderr: string }) => error.stdout + error.stderr,
    );
    gateway = await startGateway({ env: { PLUGINS: [...folders.values(), good].join() } });
  }, 120_000);
  afterAll(() => gateway.stop());

  it.each(BREAKAGES)('$mistake: check reports why the gateway would refuse it', (breakage) => {
    const [, refused = ''] = checked.split(`refused: ${folders.get(breakage)}\n`);
    const [reasons = ''] = refused.split(/^refused: /m);
    for (const told of toldBy(breakage.refused)) expect(reasons).toContain(told);
  });

  it('check still checks the plugins that load', () => {
    expect(checked).toMatch(/^ok {4}\/api\/good\/double {2}\d+ checks$/m);
  });

  it.each(BREAKAGES)('$mistake: the gateway starts, and its log names the plugin with the reason', async (breakage) => {
    const refusals = () =>
      gateway
        .output()
        .split('\n')
        .filter((line) => line.includes('"plugin refused"'));
    // The gateway may print its lines late.
    const line = await waitUntil('a line in the log', () =>
      refusals().find((one) => JSON.parse(one).plugin === folders.get(breakage)),
    );
    const { reasons = [] }: { reasons?: readonly string[] } = JSON.parse(line);
    for (const told of toldBy(breakage.refused)) expect(reasons.join('\n')).toContain(told);
  });

  it('all other plugins answer', () => expectOthersAnswer(gateway));
});

describe('a plugin with a mistake that its examples do not show', () => {
  const shown = BREAKAGES.filter(({ called }) => called !== null);
  const folders = shown.map((one) => writePlugin(nameOf(one), one.plugin(nameOf(one)), 'at 99 kg'));
  let gateway: RunningGateway;
  beforeAll(async () => {
    gateway = await startGateway({ env: { PLUGINS: [...folders, good].join() } });
  }, 60_000);
  afterAll(() => gateway.stop());

  const linesOf = (name: string) =>
    gateway
      .output()
      .split('\n')
      .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
      .filter(({ level, plugin = '' }) => level >= 50 && plugin.includes(name));

  it.each(shown)('$mistake: that call alone fails, and the log names the plugin', async (breakage: Breakage) => {
    const name = nameOf(breakage);
    const before = await ask(gateway, '/api/v1/nothing');
    const { status, body } = await ask(gateway, call(name, 99));
    expect(toldBy(breakage.called ?? '')).toEqual([String(status)]);
    if (status !== 200) {
      expect(body).toMatchObject({ status, code: status === 500 ? 'internal-error' : 'service-unavailable' });
      expect((await ask(gateway, '/api/v1/nothing')).left).toBe(before.left);
    }
    await waitUntil('a line in the log', () => linesOf(name)[0]);
    expect(linesOf(name)).toHaveLength(1);
    await expectOthersAnswer(gateway);
    // A thread that was ended starts again after a pause.
    const again = () => ask(gateway, call(name, 41));
    await expect.poll(again, { timeout: 20_000 }).toMatchObject({ status: 200, body: { double_kg: 82 } });
  });
});

describe('a loaded plugin that a mistake replaces', () => {
  const folders = new Map(BREAKAGES.map((one) => [one, writePlugin(nameOf(one))]));
  const sources = [...folders.values()];
  let gateway: TestGateway;
  let report: Report;
  let reasons: Record<string, string>;
  beforeAll(async () => {
    gateway = await startTestGateway({ PLUGINS: [...sources, good].join() });
    for (const [one, folder] of folders) writePlugin(nameOf(one), one.plugin(nameOf(one)), 'always', folder);
    report = (await gateway.reload()) as Report;
    ({ reasons } = (await (await fetch(`${gateway.baseUrl}/readyz`)).json()) as { reasons: Record<string, string> });
  }, 180_000);
  afterAll(() => gateway.stop());

  it.each(BREAKAGES)('$mistake: a reload reports it, and the loaded version stays', async (breakage) => {
    const name = nameOf(breakage);
    const refused = report.refused.find(({ source }) => source === folders.get(breakage));
    for (const told of toldBy(breakage.refused)) expect(refused?.reasons.join('\n')).toContain(told);
    expect(report.kept).toContain(name);
    expect(reasons[`plugin:${name}`]).toBe('refused');
    expect(await ask(gateway, call(name, 41))).toMatchObject({ status: 200, body: { double_kg: 82 } });
  });

  it('all other plugins answer', () => expectOthersAnswer(gateway));
});

describe('PLUGINS_STRICT=on', () => {
  it('refuses to start, with every reason', async () => {
    const [syntax] = BREAKAGES;
    if (!syntax) throw new Error('no breakage');
    const folder = writePlugin('strict', syntax.plugin('strict'));
    const start = startGateway({ env: { PLUGINS: folder, PLUGINS_STRICT: 'on' } });
    await expect(start).rejects.toThrow(`PLUGINS: ${folder}: ${toldBy(syntax.refused)[0]}`);
  });
});
