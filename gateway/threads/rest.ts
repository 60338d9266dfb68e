/** Milliseconds of work between two rests. */
const WORK_MS = 0.5;

/** Milliseconds of a rest. */
const REST_MS = 1;

/** Nothing wakes a thread that rests. */
const NOTHING = new Int32Array(new SharedArrayBuffer(4));

/**
 * Lets a thread rest often during long work: call the returned function between its parts.
 *
 * Where the thread shares a core with the event loop, the system gives it the core for some milliseconds at a time, even
 * at a low priority, and every call waits for as long. A thread that rests gives the core back after half a millisecond.
 */
export function restingThread(): () => void {
  let since = performance.now();
  return () => {
    if (performance.now() - since < WORK_MS) return;
    rest(REST_MS);
    since = performance.now();
  };
}

/** Stops this thread for some milliseconds, so that others get its core. */
export function rest(milliseconds: number): void {
  Atomics.wait(NOTHING, 0, 0, milliseconds);
}
