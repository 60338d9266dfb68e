import { degradedIf, type PartHealth } from './health.ts';

/** Most milliseconds that the machine's clock may differ from the clock of the counter store. */
export const ALLOWED_SKEW_MS = 2_000;

/** A clock that differed agrees again below this: otherwise one near the bound would be logged again and again. */
const AGREES_MS = 1_500;

const EVERY_MS = 1_000;

export interface ClockWatchOptions {
  /** Milliseconds by which the machine's clock is ahead of the store's. */
  readonly skew: () => number;
  readonly log: { warn(fields: object, message: string): void };
}

/** Compares the machine's clock with the clock of the counter store, and logs when they begin or cease to agree. */
export class ClockWatch {
  readonly #options: ClockWatchOptions;
  readonly #timer: NodeJS.Timeout;
  #differs = false;

  constructor(options: ClockWatchOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.look(), EVERY_MS);
    this.#timer.unref();
    this.look();
  }

  look(): void {
    const { skew, log } = this.#options;
    const ms = Math.round(skew());
    const differs = Math.abs(ms) > (this.#differs ? AGREES_MS : ALLOWED_SKEW_MS);
    if (differs === this.#differs) return;
    this.#differs = differs;
    log.warn(
      { skewMs: ms },
      differs
        ? 'the clock of this machine differs from the clock of the counters: calls count by the clock of the counters'
        : 'the clock of this machine agrees with the clock of the counters again',
    );
  }

  health(): PartHealth {
    this.look();
    return degradedIf(this.#differs, 'differs');
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
