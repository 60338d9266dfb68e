/** Schedules work: on the event loop in the gateway, on a virtual clock in the simulation. */
export interface Schedule {
  /** Runs at the end of this turn of the event loop. */
  turn(run: () => void): void;
  /** Runs once, after `ms` milliseconds. Does not keep the process alive. */
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
