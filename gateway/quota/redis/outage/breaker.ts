import type { Schedule } from '../../admission/schedule.ts';
import { pause } from '../connection.ts';

/** Time after which a recovered store counts as stable. A failure before it lengthens the pauses. */
const STEADY_MS = 5_000;

export interface BreakerOptions {
  /** Resolves when the store is usable again. Called repeatedly while the breaker is open. */
  readonly probe: () => Promise<void>;
  /** Called synchronously by `trip`. */
  readonly opened: (cause: Error) => void;
  readonly closed: () => void;
  readonly schedule: Schedule;
}

/**
 * Decides whether the store is used. The first failure opens it, because a store that delayed one command will delay
 * the next ones too. While it is open no call waits, and one probe at a time finds out when it may close.
 */
export class RedisBreaker {
  /** Number of openings since the start. */
  openings = 0;
  readonly #options: BreakerOptions;
  #open = false;
  #attempts = 0;
  #ended = false;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  get open(): boolean {
    return this.#open;
  }

  trip(cause: Error): void {
    if (this.#open || this.#ended) return;
    this.#open = true;
    this.openings += 1;
    this.#options.opened(cause);
    this.#later();
  }

  /** Stops probing and freezes the state. */
  end(): void {
    this.#ended = true;
  }

  #later(): void {
    this.#options.schedule.after(pause(this.#attempts), () => void this.#try());
    this.#attempts += 1;
  }

  async #try(): Promise<void> {
    if (this.#ended) return;
    try {
      await this.#options.probe();
    } catch {
      this.#later();
      return;
    }
    if (this.#ended) return;
    this.#open = false;
    this.#options.closed();
    const { openings } = this;
    this.#options.schedule.after(STEADY_MS, () => {
      if (openings === this.openings) this.#attempts = 0;
    });
  }
}
