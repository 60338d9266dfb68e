import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Variable } from '../environment/variable.ts';
import { SERVICE_VARIABLES } from './variables.ts';

it('docs/services.md has every variable with its default and its allowed values', () => {
  const page = readFileSync(new URL('../../../docs/services.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => /^\| `[A-Z_]+` \|/.test(line));
  const expected = Object.entries<Variable>(SERVICE_VARIABLES).map(([name, { fallback, allowed, about }]) => {
    return `| \`${name}\` | ${fallback ? `\`${fallback}\`` : ''} | ${allowed} | ${about} |`;
  });
  expect(rows).toEqual(expected);
});
