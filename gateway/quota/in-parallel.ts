/** Commands that are under way at the same time beside those of callers: more would make those late. */
const AT_ONCE = 64;

/** Does something for each of many, for some at a time; rejects with the first error, and begins no other then. */
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
