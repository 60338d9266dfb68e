/** Milliseconds between samples. */
const SAMPLE_MS = 20;

/** A sample that is later than this, in milliseconds, is late. */
const LATE_MS = 20;

/**
 * Part of the time since the last sample that the event loop must have used a processor. If it used less, it waited for
 * the machine, and refusing calls would not help.
 */
const OWN_WORK = 0.5;

/** Late samples in a row that mean overload. A single pause, such as a garbage collection, makes one. */
const IN_A_ROW = 3;

/** Without overload, the calls of a client beyond its share wait; during it, they are refused. */
export interface Overload {
  readonly overloaded: boolean;
}

/** Watches how late the event loop runs its timers: the time that every call waits before it is read. */
export class LoopDelay implements Overload {
  /** True while the last samples were all more than 20 ms late by the event loop's own work. */
  overloaded = false;
  readonly #now: () => number;
  readonly #worked: () => number;
  /** The last sample: when it ran, and how much the event loop had worked by then. */
  #last: { readonly at: number; readonly worked: number };
  #late = 0;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param now a monotonic clock, in milliseconds
   * @param worked processor time of the event loop's thread, in milliseconds
   */
  constructor(now: () => number = () => performance.now(), worked: () => number = processorTime) {
    this.#now = now;
    this.#worked = worked;
    this.#last = { at: now(), worked: worked() };
  }

  start(): void {
    this.#last = { at: this.#now(), worked: this.#worked() };
    this.#timer = setInterval(() => this.sample(), SAMPLE_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Called every 20 ms, or as soon after that as the event loop allows. */
  sample(): void {
    const [at, worked] = [this.#now(), this.#worked()];
    const passed = at - this.#last.at;
    const isLate = passed - SAMPLE_MS > LATE_MS && worked - this.#last.worked >= passed * OWN_WORK;
    this.#late = isLate ? this.#late + 1 : 0;
    this.overloaded = this.#late >= IN_A_ROW;
    this.#last = { at, worked };
  }
}

function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
