import { expect, it } from 'vitest';
import { SliceSize } from './slice-size.ts';

it('grows while rows are fast and shrinks while they are slow, within bounds', () => {
  const size = new SliceSize();
  expect(size.rows).toBe(64);
  size.took(0.9);
  expect(size.rows).toBe(128);
  size.took(2);
  expect(size.rows).toBe(128);
  size.took(3.1);
  expect(size.rows).toBe(64);
  for (let slice = 0; slice < 10; slice += 1) size.took(0.1);
  expect(size.rows).toBe(512);
  for (let slice = 0; slice < 10; slice += 1) size.took(50);
  expect(size.rows).toBe(16);
});
