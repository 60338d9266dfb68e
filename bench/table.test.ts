import { expect, it } from 'vitest';
import type { Round } from './rounds.ts';
import type { Row } from './row.ts';
import { table } from './table.ts';

const row = (name: string): Row => ({
  name,
  about: `the row ${name}`,
  start: () => Promise.reject(new Error('unused')),
});
const round = (cpu: number, cpuBehind = 0): Round => ({
  cpu,
  cpuBehind,
  callsPerSecond: 1e6 / cpu,
  p99: 2,
});

it('compares each round of a row with the same round of bare', () => {
  const measured = new Map([
    ['bare', [round(10), round(20), round(10)]],
    ['slow', [round(40, 5), round(40, 7), round(50, 6)]],
  ]);
  // Ratios round by round: 10/40, 20/40, 10/50. The ratio of the medians would also be 10/40.
  expect(
    table([row('bare'), row('slow')], measured)
      .split('\n')
      .slice(2),
  ).toEqual([
    '| bare | **10.0** (10.0-20.0) | **100.0** (100.0-100.0) % | **100000** (50000-100000) | **2.00** (2.00-2.00) |  | **100000** (50000-100000) | the row bare |',
    '| slow | **40.0** (40.0-50.0) | **25.0** (20.0-50.0) % | **25000** (20000-25000) | **2.00** (2.00-2.00) | **6.0** (5.0-7.0) | **21277** (17857-22222) | the row slow |',
  ]);
});

it('omits the comparison if bare was not measured', () => {
  const line = table([row('slow')], new Map([['slow', [round(40)]]]))
    .split('\n')
    .at(-1);
  expect(line).toContain('| slow | **40.0** (40.0-40.0) |  | **25000**');
});
