import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the pages behind links have the colours and measures of the dashboard', () => {
  const own = readFileSync(new URL('./pages/tokens.css', import.meta.url), 'utf8');
  expect(own).toBe(readFileSync(new URL('../../../dashboard/style/tokens.css', import.meta.url), 'utf8'));
});
