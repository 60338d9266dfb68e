import type { MachineClocks } from '../../quota/store-clock.ts';

/** The clocks that a process reads. */
export interface Clocks extends MachineClocks {
  /** Replaces the clocks of Redis and of the database, for tests; otherwise `null`. */
  readonly servers: (() => number) | null;
}

/** The clocks of this machine. */
export const MACHINE_CLOCKS: Clocks = { wall: Date.now, monotonic: () => performance.now(), servers: null };
