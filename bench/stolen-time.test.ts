import { expect, it } from 'vitest';
import { coreTime, coreTimeOf, stolenSince } from './stolen-time.ts';

// proc_stat(5): user nice system idle iowait irq softirq steal guest guest_nice
const before = `cpu  5100 0 320 5600 70 5 35 170 100 10
cpu0 100 0 20 300 10 5 15 50 100 10
cpu1 1000 0 200 300 0 0 0 20 0 0
cpu2 4000 0 100 5000 60 0 20 100 0 0
intr 12345`;
const after = `cpu  5190 0 340 5700 70 5 35 240 100 10
cpu0 150 0 30 320 10 5 15 70 190 20
cpu1 1040 0 210 320 0 0 0 50 0 0
cpu2 4000 0 100 5060 60 0 20 120 0 0
intr 12345`;

it('counts the stolen time of the two cores of the benchmark', () => {
  // Core 0: 100 + 20 + 300 + 10 + 5 + 15 + 50. Core 1: 1000 + 200 + 300 + 20.
  expect(coreTimeOf(before)).toEqual({ all: 500 + 1_520, stolen: 70 });
  // Core 0: 50 + 10 + 20 + 20 ticks, 20 of them stolen; core 1: 40 + 10 + 20 + 30, 30 of them stolen.
  expect(stolenSince(coreTimeOf(before), coreTimeOf(after))).toBe(25);
});

it('is 0 while no tick has passed', () => {
  expect(stolenSince(coreTimeOf(before), coreTimeOf(before))).toBe(0);
});

it('names a core that the machine does not have', () => {
  expect(() => coreTimeOf('cpu  1 0 0 0 0 0 0 0 0 0\ncpu0 1 0 0 0 0 0 0 0 0 0')).toThrow('no core 1');
});

it('reads the time of this machine', async () => {
  const start = coreTime();
  await expect.poll(() => coreTime().all, { timeout: 5_000 }).toBeGreaterThan(start.all);
  expect(stolenSince(start)).toBeLessThanOrEqual(100);
});
