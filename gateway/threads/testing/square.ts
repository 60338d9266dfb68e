import { doWork } from '../do-work.ts';

/** Squares numbers in a thread. Fails for a negative number, and crashes for 0. */
doWork((n: number) => {
  if (n === 0) process.exit(1);
  if (n < 0) throw new RangeError(`${n} is negative`);
  return n * n;
});
