/** Milliseconds between samples. */
const SAMPLE_MS = 20;

/** A sample that is later than this, in milliseconds, is late. */
const LATE_MS = 20;

/** Late samples in a row that mean overload. A single pause, such as a garbage collection, makes one. */
const IN_A_ROW = 3;

/** Without overload, the calls of a client beyond its share wait; during it, they are refused. */
export interface Overload {
  readonly overloaded: boolean;
}

/** Watches how late the event loop runs its timers: the time that every call waits before it is read. */
export class LoopDelay implements Overload {
  /** True while the last samples were all more than 20 ms late. */
  overloaded = false;
  readonly #now: () => number;
  #due: number;
  #late = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param now a monotonic clock, in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#due = now() + SAMPLE_MS;
  }

  start(): void {
    this.#due = this.#now() + SAMPLE_MS;
    this.#timer = setInterval(() => this.sample(), SAMPLE_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Called every 20 ms, or as soon after that as the event loop allows. */
  sample(): void {
    const now = this.#now();
    this.#late = now - this.#due > LATE_MS ? this.#late + 1 : 0;
    this.overloaded = this.#late >= IN_A_ROW;
    this.#due = now + SAMPLE_MS;
  }
}
