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
  paced: { p50: cpu / 100, p99: 3, p999: 4.567 },
  stolen: cpu / 4,
  memory: 60_400_000 + cpu * 1e6,
});

it('compares each round of a row with the same round of bare', () => {
  const measured = new Map([
    ['bare', { startMs: 50.2, rounds: [round(10), round(20), round(10)] }],
    ['slow', { startMs: 1_234.5, rounds: [round(40, 5), round(40, 7), round(50, 6)] }],
  ]);
  // Ratios round by round: 10/40, 20/40, 10/50. The ratio of the medians would also be 10/40.
  expect(
    table([row('bare'), row('slow')], measured)
      .split('\n')
      .slice(2),
  ).toEqual([
    '| bare | **10.0** (10.0-20.0) | **100.0** (100.0-100.0) % | **100000** (50000-100000) | **2.00** (2.00-2.00) |  | **100000** (50000-100000) | the row bare | **0.10** (0.10-0.20) | **3.00** (3.00-3.00) | **4.57** (4.57-4.57) | **70** (70-80) | 50 | **2.5** (2.5-5.0) |',
    '| slow | **40.0** (40.0-50.0) | **25.0** (20.0-50.0) % | **25000** (20000-25000) | **2.00** (2.00-2.00) | **6.0** (5.0-7.0) | **21277** (17857-22222) | the row slow | **0.40** (0.40-0.50) | **3.00** (3.00-3.00) | **4.57** (4.57-4.57) | **100** (100-110) | 1235 | **10.0** (10.0-12.5) |',
  ]);
});

it('omits the comparison if bare was not measured', () => {
  const line = table([row('slow')], new Map([['slow', { startMs: 1, rounds: [round(40)] }]]))
    .split('\n')
    .at(-1);
  expect(line).toContain('| slow | **40.0** (40.0-40.0) |  | **25000**');
});

it('keeps the first eight columns, and names the new ones after them', () => {
  expect(table([], new Map()).split('\n')[0]).toBe(
    '| row | CPU µs a call | of bare | calls a second | p99 ms | µs behind it | calls a second on one core | what | p50 ms at 70 % | p99 ms at 70 % | p99.9 ms at 70 % | memory MB | start ms | stolen % at 70 % |',
  );
});

it('shows why a row did not run', () => {
  const measured = new Map([['gone', { missing: 'no nginx with Lua: path: a | b' }]]);
  const [head, , line] = table([row('gone')], measured).split('\n');
  expect(line).toBe('| gone |  |  |  |  |  |  | did not run: no nginx with Lua: path: a / b |  |  |  |  |  |  |');
  expect(line?.split('|')).toHaveLength(head?.split('|').length ?? 0);
});
