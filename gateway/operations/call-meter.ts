import { Latencies } from './latencies.ts';

/** The steps of the pipeline, in order. */
export const STEPS = ['edge', 'credentials', 'principal', 'access', 'compute', 'quota', 'forward'] as const;
export type Step = (typeof STEPS)[number];

/** Status classes, by the first digit of the status from 2 on. */
export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;

/** The metrics count calls under this name that did not reach a calculator. */
export const UNROUTED = 'none';

/**
 * Steps are timed in one call out of this many: reading the clock at every step of every call would cost more than some
 * of the steps. A prime, so that callers in rounds of eight or sixteen do not always have the same call timed.
 */
export const MEASURED_ONE_IN = 17;

/** The fields of a call that the meter reads and writes. */
export interface MeteredCall {
  /** By the clock of `performance.now()`, in milliseconds. */
  began: number;
  /** Times the steps of a few calls; `null` for all others. */
  timer: StepTimer | null;
  readonly route: { readonly endpoint: { readonly calculator: string } } | null;
}

/**
 * Counts calls in plain numbers, which costs nanoseconds; a scrape converts them for Prometheus. Every call is counted
 * and timed as a whole, the steps of one call in seventeen.
 */
export class CallMeter {
  /** Answers by calculator, then by status class. The names come from the routes: callers cannot add any. */
  readonly calls = new Map<string, Float64Array>();
  readonly latencies = new Latencies();
  readonly steps: Readonly<Record<Step, Latencies>> = {
    edge: new Latencies(),
    credentials: new Latencies(),
    principal: new Latencies(),
    access: new Latencies(),
    compute: new Latencies(),
    quota: new Latencies(),
    forward: new Latencies(),
  };
  principalHits = 0;
  principalMisses = 0;
  /** Failed authentications answered 401, and those answered 429 because their address had too many. */
  readonly failures = { 401: 0, 429: 0 };
  /** Calls answered `temporary-reduced-capacity`: too many waited, or the event loop was overloaded. */
  readonly reducedCapacity = { waiting: 0, overloaded: 0 };
  /** Mails not sent because of a client's daily limit. */
  refusedMails = 0;
  readonly now: () => number;
  #untilMeasured = 0;

  /** @param now milliseconds, with fractions */
  constructor(now = () => performance.now()) {
    this.now = now;
  }

  begin(call: MeteredCall, began: number): void {
    call.began = began;
    if (this.#untilMeasured === 0) {
      this.#untilMeasured = MEASURED_ONE_IN;
      call.timer = new StepTimer(this, began);
    }
    this.#untilMeasured -= 1;
  }

  /** The call was answered, or its caller disconnected (499). */
  end(call: MeteredCall, status: number): void {
    const ended = this.now();
    this.latencies.observe(ended - call.began);
    call.timer?.end(ended);
    const calculator = call.route === null ? UNROUTED : call.route.endpoint.calculator;
    let row = this.calls.get(calculator);
    if (row === undefined) {
      row = new Float64Array(STATUS_CLASSES.length);
      this.calls.set(calculator, row);
    }
    const at = Math.trunc(status / 100) - 2;
    row[at] = (row[at] ?? 0) + 1;
  }
}

/** Times one call step by step. Waiting within a step counts as its time. */
export class StepTimer {
  readonly #meter: CallMeter;
  #step: Step = 'edge';
  #since: number;

  constructor(meter: CallMeter, began: number) {
    this.#meter = meter;
    this.#since = began;
  }

  /** Starts a step and ends the previous one. */
  enter(step: Step): void {
    const now = this.#meter.now();
    this.end(now);
    this.#step = step;
    this.#since = now;
  }

  /** Ends the current step at this instant. */
  end(now: number): void {
    this.#meter.steps[this.#step].observe(now - this.#since);
  }
}
