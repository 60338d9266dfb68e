import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadPlugins } from '../../plugins/sdk/loading/load.ts';
import { BREAKAGES, nameOf, toldBy, writePlugin } from '../support/plugin-breakages.ts';

/** A part of the table; `plugin-breakages.long.test.ts` has all of it, with a gateway. */
const SOME = ['a missing label', 'broken JSON in any language', 'an async `calculate`', 'a timer that throws'];
const some = BREAKAGES.filter(({ mistake }) => SOME.includes(mistake));

it('a plugin with a mistake is refused by name, and the others load', async () => {
  const good = writePlugin('good');
  const folders = some.map((one) => writePlugin(nameOf(one), one.plugin(nameOf(one))));
  const { plugins, refused } = await loadPlugins([...folders, good]);
  expect(plugins.map(({ name }) => name)).toContain('good');
  expect(refused.map(({ source }) => source)).toEqual(folders);
  for (const [at, { refused: cell }] of some.entries()) {
    for (const told of toldBy(cell)) expect(refused[at]?.reasons.join('\n')).toContain(told);
  }
});

it('the guide to plugins has the table of mistakes', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/plugins.md'), 'utf8');
  const [, table = ''] = guide.split('|---|---|---|\n');
  const rows = BREAKAGES.map(
    ({ mistake, refused, called }) => `| ${mistake} | ${refused} | ${called ?? 'not reached'} |`,
  );
  expect(table.split('\n\n', 1)[0]?.split('\n')).toEqual(rows);
});
