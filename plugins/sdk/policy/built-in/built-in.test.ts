import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BUILT_IN_POLICIES } from './index.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');

it.each(BUILT_IN_POLICIES)('$name is an example of less than 40 lines, and in the guide', ({ name }) => {
  expect(read(`${name}.ts`).split('\n').length - 1).toBeLessThan(40);
  expect(read('../../../../docs/plugins.md')).toMatch(new RegExp(`^\\| \`${name}\` \\|`, 'm'));
});
