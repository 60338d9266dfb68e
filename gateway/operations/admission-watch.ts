import type { Outcome } from '../quota/contract.ts';
import type { PartHealth } from './health.ts';

/** For so long after a failure the counters are called degraded. Without calls nobody would learn that they are back. */
const REMEMBERED_MS = 10_000;

/** So many failures without a decision between them are no longer one client's trouble. */
const FAILURES_IN_A_ROW = 10;

/** Counts what admission decides, and tells from it how the counters do. */
export class AdmissionWatch {
  readonly verdicts: Record<Outcome | 'unavailable', number> = {
    admitted: 0,
    burst: 0,
    month: 0,
    credits: 0,
    cap: 0,
    unavailable: 0,
  };
  readonly #clock: () => number;
  #failuresInARow = 0;
  #failedAt = Number.NEGATIVE_INFINITY;

  /** @param clock milliseconds since 1970 */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  decided(outcome: Outcome): void {
    this.verdicts[outcome] += 1;
    this.#failuresInARow = 0;
  }

  /** No decision could be had: the call was answered 503. */
  failed(): void {
    this.verdicts.unavailable += 1;
    this.#failuresInARow += 1;
    this.#failedAt = this.#clock();
  }

  /** Down while no call gets a decision; degraded while some do not. */
  health(): PartHealth {
    if (this.#clock() - this.#failedAt >= REMEMBERED_MS) return { state: 'ok' };
    return { state: this.#failuresInARow < FAILURES_IN_A_ROW ? 'degraded' : 'down', reason: 'failing' };
  }
}
