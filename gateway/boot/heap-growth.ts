import { getHeapSpaceStatistics } from 'node:v8';
import { growOldGenerationBy } from '../threads/v8-flags.ts';

const ADAPTED_EVERY_MS = 1_000;

/**
 * The percentage by which a heap may grow with fewer bytes in use, beside the size of the space for new objects: room of
 * 16 to 85 MB for a heap of up to 400 MB.
 */
const PERCENTAGES = [
  { below: 90_000_000, percent: 128 },
  { below: 140_000_000, percent: 64 },
  { below: 170_000_000, percent: 32 },
] as const;
const LEAST_PERCENT = 8;

/**
 * Sets the room that the old generation has between two full collections, by the bytes in use before one.
 *
 * V8 sizes the room by how fast objects reach the old generation. For a small heap it chooses a tenth, because calls leave
 * little there: a few megabytes, used up within seconds of load, and each full collection stops the calls for 20 to 30 ms
 * and slows them for 100 ms. For the heap of many thousand clients it chooses as much again as is live, and with 50,000
 * of them 150 MB of garbage stayed in memory.
 */
export function sizeHeapRoom(): void {
  let percent = 0;
  const adapt = (): void => {
    const chosen = growthPercent(oldBytes());
    if (chosen !== percent) growOldGenerationBy(chosen);
    percent = chosen;
  };
  adapt();
  setInterval(adapt, ADAPTED_EVERY_MS).unref();
}

/**
 * The percentage by which the old generation may grow.
 *
 * @param used bytes of live objects and garbage
 */
export function growthPercent(used: number): number {
  return PERCENTAGES.find(({ below }) => used < below)?.percent ?? LEAST_PERCENT;
}

/** Bytes in all spaces but that of new objects. */
function oldBytes(): number {
  let bytes = 0;
  for (const { space_name, space_used_size } of getHeapSpaceStatistics()) {
    if (!space_name.startsWith('new_')) bytes += space_used_size;
  }
  return bytes;
}
