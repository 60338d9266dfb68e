import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks every `every` ms until the answer is not `undefined`.
 * @param limit patience on a free machine, in ms. One with three times as many busy processes as processors gets three
 *   times as long.
 * @throws with `what` in the message
 */
export async function waitUntil<T>(
  what: string,
  ask: () => T | undefined | Promise<T | undefined>,
  limit = 10_000,
  every = 10,
): Promise<T> {
  const began = performance.now();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    const waited = performance.now() - began;
    if (waited > limit * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())) {
      throw new Error(`${what}: not within ${waited.toFixed(0)} ms`);
    }
    await sleep(every);
  }
}
