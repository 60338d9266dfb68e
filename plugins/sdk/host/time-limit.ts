/**
 * Waits for an answer for a limited time. The work behind the answer goes on.
 *
 * @param ms longest wait, in milliseconds
 * @returns the answer; rejects with `tooLate()` after the time limit
 */
export async function withTimeLimit<Value>(answer: Promise<Value>, ms: number, tooLate: () => Error): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), ms);
  });
  try {
    return await Promise.race([answer, limit]);
  } finally {
    clearTimeout(timer);
  }
}
