import { expect, it } from 'vitest';
import { calculatorReport } from './calculators.ts';

const times = [1, 2, 3, 40, 50].map((us, at) => ({ name: `c${at}`, us }));

it('reports the median and the slowest three', () => {
  expect(calculatorReport(times).split('\n')).toEqual([
    '5 calculators, read, calculate and write: median 3.0 µs',
    'slowest: c4 50.0 µs',
    'slowest: c3 40.0 µs',
    'slowest: c2 3.0 µs',
  ]);
});

it('fails with the name of a calculator above a millisecond', () => {
  expect(() => calculatorReport([...times, { name: 'slow', us: 1_001 }])).toThrow('above 1 ms: slow');
});
