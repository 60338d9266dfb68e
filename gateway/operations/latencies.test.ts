import { expect, it } from 'vitest';
import { LATENCY_BOUNDS, Latencies } from './latencies.ts';

const bucketOf = (ms: number) => {
  const latencies = new Latencies();
  latencies.observe(ms);
  return latencies.buckets.indexOf(1);
};

it('counts an observation in the first bucket whose bound it does not exceed', () => {
  expect(LATENCY_BOUNDS[bucketOf(0)]).toBe(0.00001);
  expect(LATENCY_BOUNDS[bucketOf(1)]).toBe(0.001);
  expect(LATENCY_BOUNDS[bucketOf(1.001)]).toBe(0.0025);
  expect(LATENCY_BOUNDS[bucketOf(5_000)]).toBe(5);
  expect(bucketOf(5_001)).toBe(LATENCY_BOUNDS.length);
});

it('has ascending bounds', () => {
  expect(LATENCY_BOUNDS).toEqual([...LATENCY_BOUNDS].sort((a, b) => a - b));
});
