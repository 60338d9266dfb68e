import type { Schedule } from '../../admission/schedule.ts';
import { pause } from '../connection.ts';

/** A store that was well for so long has recovered; one that fails before is given longer pauses. */
const STEADY_MS = 5_000;

export interface BreakerOptions {
  /** Resolves when the store may be used again; asked again and again while it is open. */
  readonly probe: () => Promise<void>;
  /** Hears of it at once, inside `trip`. */
  readonly opened: (cause: Error) => void;
  readonly closed: () => void;
  readonly schedule: Schedule;
}

/**
 * Whether the store is used. The first failure opens it, since a store that let one command wait lets the next ones
 * wait too; while it is open nobody waits, and one probe at a time finds out when it may close.
 */
export class RedisBreaker {
  /** How often it has opened since the start. */
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

  /** It stays as it is: no more probes. */
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
