import { expect, it } from 'vitest';
import { countsText } from './fault-row.ts';
import { faultTable } from './fault-table.ts';

it('prints scenario, promise and observed as a Markdown table', () => {
  const rows = [{ scenario: 'Redis is killed', promise: 'all calls | units count', observed: '0 lost' }];
  expect(faultTable(rows)).toBe(
    '| scenario | promise | observed |\n|---|---|---|\n| Redis is killed | all calls \\| units count | 0 lost |',
  );
});

it.each([
  [{ answered: 10, counted: 10 }, '10 answered, 10 counted: 0 lost, 0 double'],
  [{ answered: 1_000, counted: 1_003, cutOff: 2 }, '1,000 answered, 1,003 counted (2 cut off): 0 lost, 1 double'],
  [{ answered: 10, counted: 7, mayBeLost: 4 }, '10 answered, 7 counted: 3 lost (at most 4), 0 double'],
])('says how many calls were lost and counted twice: %o', (counts, text) => {
  expect(countsText(counts)).toBe(text);
});
