import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks every `every` ms until the answer is not `undefined`.
 * @throws with `what` in the message after `limit` ms
 */
export async function waitUntil<T>(
  what: string,
  ask: () => T | undefined | Promise<T | undefined>,
  limit = 10_000,
  every = 10,
): Promise<T> {
  const deadline = performance.now() + limit;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(`${what}: not within ${limit} ms`);
    await sleep(every);
  }
}
