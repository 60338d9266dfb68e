import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

/** Loads the plugins of a folder as those that come with the gateway, and prints which load and which are refused. */
const PROGRAM = `
  import { registerHooks } from 'node:module';
  const [folder, ...names] = process.argv.slice(1);
  const source = 'export const BUILT_IN = new URL(' + JSON.stringify(folder) + ');' +
    'export const BUILT_IN_NAMES = new Set(' + JSON.stringify(names) + ');';
  registerHooks({
    load: (url, context, next) =>
      url.endsWith('/built-in.ts') ? { format: 'module', source, shortCircuit: true } : next(url, context),
  });
  const { loadPlugins } = await import(${JSON.stringify(new URL('load.ts', import.meta.url).href)});
  const { plugins, refused } = await loadPlugins([]);
  console.log(JSON.stringify({ plugins: plugins.map(({ name }) => name), refused }));`;

it('a built-in plugin that cannot be imported is refused, and the others load', async () => {
  const root = mkdtempSync(join(tmpdir(), 'vitalgate-built-in-'));
  const whole = { name: 'whole', version: '1.0.0', mount: '/api/v1', channels: ['direct'], calculators: [] };
  const codes = {
    throws: '\nthrow new Error("no such table");',
    nothing: 'export const table = 1;',
    whole: `export default ${JSON.stringify({ ...whole, endpoints: [] })};`,
  };
  for (const [name, code] of Object.entries(codes)) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, 'plugin.ts'), code);
  }
  const args = ['--input-type=module', '-e', PROGRAM, `${pathToFileURL(root)}/`, ...Object.keys(codes)];
  const { stdout } = await run(process.execPath, args);
  expect(JSON.parse(stdout)).toEqual({
    plugins: ['whole'],
    refused: [
      { source: 'throws', reasons: ['cannot be imported: plugin.ts:2: no such table'] },
      { source: 'nothing', reasons: ['has no default export made by definePlugin'] },
    ],
  });
});
