import type { Clocks } from '../../gateway/boot/process/clocks.ts';

/** All clocks of a gateway and of its servers as one that the test sets. */
export function oneClock(now: () => number): Clocks {
  return { wall: now, monotonic: now, servers: now };
}
