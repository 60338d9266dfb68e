import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes by which the old generation may grow until it is collected, if it is small: times or divided by 1.4 at most. */
const HEADROOM = 64_000_000;

/** Bytes of live objects from which V8's own choice is at least as good. */
const SMALL = 128_000_000;

const ADAPTED_EVERY_MS = 10_000;

/**
 * Gives a small heap room between two full collections.
 *
 * V8 sizes the room by how fast objects reach the old generation. Calls leave so little there that V8 chooses a tenth of
 * the heap: a few megabytes, used up within seconds of load. Each full collection then stops the calls for 20 to 30 ms and
 * slows them for 100 ms.
 */
export function giveHeapRoom(): void {
  let last = 0;
  let live = oldBytes();
  let percent = 0;
  const adapt = (): void => {
    const used = oldBytes();
    // Less than before: a collection has left the live objects.
    if (used < last) live = used;
    last = used;
    const chosen = growthPercent(live);
    if (chosen !== percent) setFlagsFromString(`--heap-growing-percent=${chosen}`);
    percent = chosen;
  };
  adapt();
  setInterval(adapt, ADAPTED_EVERY_MS).unref();
}

/**
 * The percentage by which the old generation may grow: a power of two, because threads that start under another flag
 * compile their modules again and keep them in another folder (compile-cache.js).
 *
 * @param live bytes that the last collection left
 * @returns 0 to let V8 choose
 */
export function growthPercent(live: number): number {
  return live >= SMALL ? 0 : 2 ** Math.round(Math.log2((100 * HEADROOM) / live));
}

/** Bytes in all spaces but that of new objects. */
function oldBytes(): number {
  let bytes = 0;
  for (const { space_name, space_used_size } of getHeapSpaceStatistics()) {
    if (!space_name.startsWith('new_')) bytes += space_used_size;
  }
  return bytes;
}
