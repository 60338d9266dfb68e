import { FailureBalance } from './failure-balance.ts';
import type { Instance } from './instance.ts';

/** Pause after a calculator goes out of use at an instance, in milliseconds. Each failed trial doubles it. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** How a call ended for its circuit. `spared`: it says nothing about the calculator at this instance. */
export type CircuitEnd = 'succeeded' | 'failed' | 'spared';

/** Why a circuit opened, in a word or two for the log; `null` when it closes. */
export type CircuitChanged = (circuit: Circuit, reason: string | null) => void;

/**
 * The breaker of one calculator at one instance. It opens when the calculator fails there repeatedly, which spares the
 * other calculators and the other instances. After a pause one call at a time is a trial: its success closes the
 * circuit, and its failure doubles the pause.
 */
export class Circuit {
  readonly calculator: string;
  readonly instance: Instance;
  readonly #changed: CircuitChanged;
  readonly #balance = new FailureBalance();
  /** Calls of the calculator that the instance has not answered yet. */
  running = 0;
  #open = false;
  #trying = false;
  #pause = FIRST_PAUSE_MS;
  #retryAt = 0;

  constructor(calculator: string, instance: Instance, changed: CircuitChanged) {
    this.calculator = calculator;
    this.instance = instance;
    this.#changed = changed;
  }

  /** Whether the calculator is out of use at the instance. */
  get open(): boolean {
    return this.#open;
  }

  /** The time of the next trial of an open circuit. */
  get retryAt(): number {
    return this.#retryAt;
  }

  /**
   * Whether a call may be sent.
   *
   * @param now milliseconds of a clock that is never set
   */
  admits(now: number): boolean {
    return !this.#open || (!this.#trying && now >= this.#retryAt);
  }

  /** Records the start of a call. @returns whether the call is a trial */
  start(): boolean {
    this.running += 1;
    this.instance.running += 1;
    this.#trying = this.#open;
    return this.#open;
  }

  /**
   * Records the end of a call. While the circuit is open, only the end of a trial changes it.
   *
   * @param trial what `start` returned
   * @param reason why the call failed
   */
  end(outcome: CircuitEnd, trial: boolean, now: number, reason = ''): void {
    this.left();
    this.judge(outcome, trial, now, reason);
  }

  /** A call has left the instance. */
  left(): void {
    this.running -= 1;
    this.instance.running -= 1;
  }

  /** Records how a call went, which may be known long before it leaves the instance. Parameters as for `end`. */
  judge(outcome: CircuitEnd, trial: boolean, now: number, reason = ''): void {
    if (trial) this.#tried(outcome, now);
    else if (this.#open) return;
    else if (outcome === 'succeeded') this.#balance.succeeded();
    else if (outcome === 'failed' && this.#balance.failed()) {
      this.#retryAt = now + this.#pause;
      this.#turn(true, reason);
    }
  }

  #tried(outcome: CircuitEnd, now: number): void {
    this.#trying = false;
    if (outcome === 'succeeded') {
      this.#pause = FIRST_PAUSE_MS;
      this.#turn(false, null);
    } else if (outcome === 'failed') {
      this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE_MS);
      this.#retryAt = now + this.#pause;
    }
  }

  #turn(open: boolean, reason: string | null): void {
    this.#open = open;
    this.instance.circuitsOpen += open ? 1 : -1;
    this.#changed(this, reason);
  }
}
