import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const COMMAND = join(import.meta.dirname, '../../gateway/cli/plugins/main.ts');

/** Writes the package of a plugin with one calculator, `double`, in two TypeScript or JavaScript files. */
export function writeNpmPlugin(folder: string, name: string, language: 'ts' | 'js', manifest: object = {}): void {
  const typed = language === 'ts';
  const files = {
    'package.json': JSON.stringify({
      name,
      version: '1.0.0',
      type: 'module',
      exports: { '.': { import: `./src/main.${language}` } },
      peerDependencies: { '@vitalgate/plugin': '^1.0.0' },
      peerDependenciesMeta: { '@vitalgate/plugin': { optional: true } },
      ...manifest,
    }),
    'src/messages/en.json': '{"double":{"title":"Double","summary":"s"},"equations":{"double":"Double"}}',
    [`src/double.${language}`]: `export const double = (weight${typed ? ': number' : ''}) => 2 * weight;\n`,
    [`src/main.${language}`]: `import { defineCalculator, defineFamily, definePlugin, field, result } from '@vitalgate/plugin';
import * as other from 'vitalgate/plugin';
import { z } from 'zod';
import { double } from './double.${language}';
if (other.definePlugin !== definePlugin) throw new Error('two instances of the SDK');
${typed ? 'interface Given { readonly weight: number }' : ''}
export default definePlugin({
  name: '${name.replace(/^@.*\//, '')}', version: '1.0.0', mount: '/api/${name.replace(/^@.*\//, '')}', channels: ['direct'],
  calculators: [defineCalculator({
    name: 'double', family: defineFamily('packed', new URL('./messages/', import.meta.url)), since: 'v1.0.0',
    input: z.object({ weight: field.weight() }), output: z.object({ double: result.kilograms() }), profile: ['weight'],
    equations: { double: { formula: 'double = 2 · weight', sources: [] } },
    examples: [{ input: { weight: 60 }, output: { double: 120 }, origin: '2 · 60' }],
    calculate: ({ weight }${typed ? ': Given' : ''}) => ({ double: double(weight) }),
  })],
});
`,
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

/** Runs `npm run plugin -- check`; also if it fails. @returns both outputs */
export async function checkPlugin(names: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const options = { env: { PATH: process.env.PATH ?? '', ...env } };
  const run = promisify(execFile)(process.execPath, [COMMAND, 'check', ...names], options);
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
  return stdout + stderr;
}
