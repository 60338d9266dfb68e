import { readFileSync } from 'node:fs';

/**
 * Starts to measure how busy the machine is for some processes. The result returns the part of the time since then in
 * which their main threads ran, of the time in which they wanted to run; the smallest of them. On a quiet machine it is
 * nearly 1. A time limit times this share is fair on a busy one: a process that runs half of the time that it could
 * takes twice as long. Always 1 where Linux's `schedstat` is missing.
 */
export function processorShare(...pids: readonly number[]): () => number {
  const before = pids.map(schedule);
  return () =>
    Math.min(
      ...pids.map((pid, at) => {
        const [ran = 0, waited = 0] = schedule(pid).map((time, which) => time - (before[at]?.[which] ?? 0));
        // A process that has ended meanwhile has no times.
        return ran + waited <= 0 ? 1 : ran / (ran + waited);
      }),
    );
}

/** Nanoseconds that a main thread has run, and waited for a processor. */
function schedule(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ').slice(0, 2).map(Number);
  } catch {
    return [0, 0];
  }
}
