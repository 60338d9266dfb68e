import type { Schedule } from '../../admission/schedule.ts';
import type { Touched } from '../../admission/touched.ts';
import type { CounterStore } from '../../contract.ts';

/** Milliseconds between sweeps. */
export const SWEEP_MS = 5_000;

export interface HoldSweepOptions {
  readonly store: Pick<CounterStore, 'returnHolds'>;
  /** Learns which months and rows changed. */
  readonly touched: Touched;
  /** Whether the store is away. */
  readonly away: () => boolean;
  readonly schedule: Schedule;
  readonly log: { warn(fields: object, message: string): void };
}

/** Returns the units of forwarded calls whose process has died, whichever process it was. */
export class HoldSweep {
  readonly #options: HoldSweepOptions;
  #stopped = false;

  constructor(options: HoldSweepOptions) {
    this.#options = options;
  }

  start(): void {
    const { schedule } = this.#options;
    schedule.after(SWEEP_MS, () => {
      if (this.#stopped) return;
      void this.#sweep().then(() => this.start());
    });
  }

  stop(): void {
    this.#stopped = true;
  }

  async #sweep(): Promise<void> {
    const { store, touched, away, log } = this.#options;
    if (away()) return;
    try {
      const returned = await store.returnHolds();
      for (const command of returned) touched.giveBack(command);
      if (returned.length > 0) {
        log.warn({ calls: returned.length }, 'calls of services were never answered: their units have returned');
      }
    } catch (error) {
      log.warn({ err: error }, 'holds of forwarded calls could not be looked at');
    }
  }
}
