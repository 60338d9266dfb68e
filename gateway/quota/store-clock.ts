/** The clocks of the machine, in milliseconds. */
export interface MachineClocks {
  /** Since 1970. It can be set. */
  readonly wall: () => number;
  /** Since some instant. It is never set. */
  readonly monotonic: () => number;
}

/** A clock that decides day, month and burst of calls. */
export interface StoreClock {
  /** Whole milliseconds since 1970. */
  now(): number;
  /** Milliseconds by which the machine's clock is ahead of it; negative if it is behind. */
  skew(): number;
}

/**
 * The clock of the counter store as a process knows it. It starts with the machine's clock, then runs with the monotonic
 * one, so it does not follow when the machine's clock is set. What a store says about its own clock corrects it.
 */
export class AnchoredClock implements StoreClock {
  readonly #machine: MachineClocks;
  /** Milliseconds from the monotonic clock to this one. */
  #offset: number;

  constructor(machine: MachineClocks) {
    this.#machine = machine;
    this.#offset = machine.wall() - machine.monotonic();
  }

  now(): number {
    return Math.floor(this.#machine.monotonic() + this.#offset);
  }

  skew(): number {
    return this.#machine.wall() - this.#machine.monotonic() - this.#offset;
  }

  /**
   * The store showed `time` at some instant between two readings of the monotonic clock. The clock moves only if that is
   * impossible by its own time, and no further than needed: a slow answer does not make it less exact.
   */
  heard(time: number, asked: number, answered: number): void {
    this.#offset = Math.min(Math.max(this.#offset, time - answered), time - asked);
  }
}
