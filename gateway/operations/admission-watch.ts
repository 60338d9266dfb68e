import type { Outcome } from '../quota/contract.ts';
import type { PartHealth } from './health.ts';

/**
 * How long the counters count as degraded after a failure. It must end by time: without calls, no success would end it.
 */
const REMEMBERED_MS = 10_000;

/** This many failures without a decision in between are more than one client's problem. */
const FAILURES_IN_A_ROW = 10;

/** Counts the verdicts of admission and derives the health of the counters from them. */
export class AdmissionWatch {
  readonly verdicts: Record<Outcome | 'unavailable', number> = {
    admitted: 0,
    burst: 0,
    month: 0,
    credits: 0,
    cap: 0,
    reused: 0,
    running: 0,
    answered: 0,
    keys: 0,
    unavailable: 0,
  };
  readonly #clock: () => number;
  #failuresInARow = 0;
  #failedAt = Number.NEGATIVE_INFINITY;

  /** @param clock milliseconds of a clock that is never set */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  decided(outcome: Outcome): void {
    this.verdicts[outcome] += 1;
    this.#failuresInARow = 0;
  }

  /** Admission failed: the call was answered 503. */
  failed(): void {
    this.verdicts.unavailable += 1;
    this.#failuresInARow += 1;
    this.#failedAt = this.#clock();
  }

  /** Down while no call gets a decision; degraded while some calls fail. */
  health(): PartHealth {
    if (this.#clock() - this.#failedAt >= REMEMBERED_MS) return { state: 'ok' };
    return { state: this.#failuresInARow < FAILURES_IN_A_ROW ? 'degraded' : 'down', reason: 'failing' };
  }
}
