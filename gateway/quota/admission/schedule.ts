/** When things run: the event loop's own in the gateway, a virtual one in the simulation. */
export interface Schedule {
  /** Runs after all that this turn of the event loop still brings. */
  turn(run: () => void): void;
  /** Runs once, `ms` milliseconds later; does not keep the process alive. */
  after(ms: number, run: () => void): void;
}

export const NODE_SCHEDULE: Schedule = {
  turn(run) {
    setImmediate(run);
  },
  after(ms, run) {
    setTimeout(run, ms).unref();
  },
};
