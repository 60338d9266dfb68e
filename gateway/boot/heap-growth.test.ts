import { expect, it } from 'vitest';
import { HeapGrowth } from './heap-growth.ts';

const MB = 1024 * 1024;

/** The percentages while the heap has these sizes, in megabytes. */
function percents(...sizes: number[]): number[] {
  const growth = new HeapGrowth();
  return sizes.map((size) => growth.percent(size * MB));
}

it('leaves a small heap to V8, whatever garbage it holds', () => {
  expect(percents(60, 200, 60, 200)).toEqual([0, 0, 0, 0]);
});

it('limits a heap that stays large after a full collection, until it is small again', () => {
  expect(percents(60, 300, 160, 200, 170, 60)).toEqual([0, 0, 25, 25, 25, 0]);
});

it('does not take the collection of new objects for a full one', () => {
  expect(percents(60, 150, 134, 150)).toEqual([0, 0, 0, 0]);
});
