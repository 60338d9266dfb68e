import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** What an operator's plugin of a test computes. */
export interface TestPlugin {
  readonly name: string;
  /** `/api/v1` by default. */
  readonly mount?: string;
  /** Its calculators, each with the body of `calculate({ weight })`, which returns `{ doubled }`. */
  readonly calculators: Readonly<Record<string, string>>;
  /** Code that runs when the plugin is imported. */
  readonly atImport?: string;
  readonly version?: string;
}

/** The body of a calculator without faults. */
export const DOUBLES = 'return { doubled: 2 * weight };';

/** Writes a plugin as an operator would. @returns its folder, for `PLUGINS` */
export function pluginFolder(plugin: TestPlugin, folder = temporaryFolder(plugin.name)): string {
  const { name, mount = '/api/v1', calculators, atImport = '', version = '1.0.0' } = plugin;
  const names = Object.keys(calculators);
  const texts = Object.fromEntries(
    names.map((one) => [one, { title: `Title of ${one}`, summary: `Summary of ${one}` }]),
  );
  const messages = join(folder, 'messages');
  mkdirSync(messages, { recursive: true });
  writeFileSync(join(messages, 'en.json'), JSON.stringify({ ...texts, equations: { definition: 'By definition' } }));
  const german = names.map((one) => [one, { title: `Titel von ${one}`, summary: `Zweck von ${one}` }]);
  writeFileSync(join(messages, 'de.json'), JSON.stringify(Object.fromEntries(german)));
  writeFileSync(
    join(folder, 'plugin.ts'),
    `import { defineCalculator, defineFamily, definePlugin, field, result } from 'vitalgate/plugin';
import { z } from 'zod';
${atImport}
const family = defineFamily('${name}', new URL('./messages/', import.meta.url));
const doubling = (name, calculate) => defineCalculator({
  name, family, since: 'v1.0.0', profile: ['weight'], calculate,
  input: z.object({ weight: field.weight() }),
  output: z.object({ doubled: result.rounded(2) }),
  equations: { definition: { formula: '2 · weight', sources: [] } },
  examples: [{ input: { weight: 40 }, output: { doubled: 80 }, origin: '2 · 40' }],
});
export default definePlugin({
  name: '${name}', version: '${version}', mount: '${mount}', channels: ['direct'],
  calculators: [
${names.map((one) => `    doubling('${one}', ({ weight }) => { ${calculators[one]} }),`).join('\n')}
  ],
});
`,
  );
  return folder;
}
