import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** A heap in which more than this stays belongs to many thousands of clients: with 1,000 clients it has 60 MB. */
const LARGE_BYTES = 96 * 1024 * 1024;

const LARGE_PERCENT = 25;

/** A smaller fall may come from the new objects alone, which have 16 MB. */
const FULL_COLLECTION_BYTES = 32 * 1024 * 1024;

const EVERY_MS = 1_000;

/**
 * Decides by how many percent V8 may let the heap grow until the next full collection.
 *
 * V8 lets a heap grow to two or three times what is in use. A small heap needs that: with 1,000 clients, smaller steps
 * cost up to 15 % of a call. With 50,000 clients the same factor is 100 MB of garbage, while a quarter of the heap is
 * still as large a step as a small heap gets.
 */
export class HeapGrowth {
  #used = 0;
  /** Bytes in use after the last full collection that was noticed. */
  #live = 0;

  /** The percentage for a heap in which `used` bytes are in use now; 0 leaves it to V8. */
  percent(used: number): number {
    if (this.#used - used > FULL_COLLECTION_BYTES) this.#live = used;
    this.#used = used;
    return this.#live < LARGE_BYTES ? 0 : LARGE_PERCENT;
  }
}

/** Limits the growth of the heap by its size from now on. V8 reads the flag at the end of each full collection. */
export function limitHeapGrowth(): void {
  const growth = new HeapGrowth();
  let set = 0;
  setInterval(() => {
    const percent = growth.percent(getHeapStatistics().used_heap_size);
    if (percent === set) return;
    set = percent;
    setFlagsFromString(`--heap-growing-percent=${percent}`);
  }, EVERY_MS).unref();
}
