import { Latencies } from './latencies.ts';

/** The steps of the pipeline, in their order. */
export const STEPS = ['edge', 'credentials', 'principal', 'access', 'compute', 'quota', 'forward'] as const;
export type Step = (typeof STEPS)[number];

/** Classes of statuses, by the status's first digit from 2 on. */
export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;

/** The metrics count calls under this name that did not come as far as a calculator. */
export const UNROUTED = 'none';

/**
 * The steps of one call in so many are measured: to look at the clock at every step of every call would cost more than
 * some of the steps. A prime, so that callers who come in rounds of eight or sixteen do not have the same one measured
 * for ever.
 */
export const MEASURED_ONE_IN = 17;

/** What the meter keeps of a call, and reads of it. */
export interface MeteredCall {
  /** On the clock of `performance.now()`, in milliseconds. */
  began: number;
  /** Measures the steps of a few calls; `null` at all others. */
  timer: StepTimer | null;
  readonly route: { readonly endpoint: { readonly calculator: string } } | null;
}

/**
 * Counts calls in plain numbers, which cost nanoseconds; what Prometheus reads is made of them when it asks. Every call
 * is counted and timed in all, the steps in one call of seventeen.
 */
export class CallMeter {
  /** Answers by calculator, then by status class. The names are those of the routes: callers cannot add any. */
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
  /** Failed authentications that were told so (401), and those of addresses with too many of them (429). */
  readonly failures = { 401: 0, 429: 0 };
  /** Mails that a client's limit of the day has kept from being sent. */
  refusedMails = 0;
  readonly now: () => number;
  #untilMeasured = 0;

  /** @param now milliseconds, finer than whole ones */
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

  /** The call was answered, or its caller has left (499). */
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

/** Takes the time of one call from step to step. What a step waits for is time of the step. */
export class StepTimer {
  readonly #meter: CallMeter;
  #step: Step = 'edge';
  #since: number;

  constructor(meter: CallMeter, began: number) {
    this.#meter = meter;
    this.#since = began;
  }

  /** The call has come to this step. */
  enter(step: Step): void {
    const now = this.#meter.now();
    this.end(now);
    this.#step = step;
    this.#since = now;
  }

  /** The step that was under way has ended, at this instant. */
  end(now: number): void {
    this.#meter.steps[this.#step].observe(now - this.#since);
  }
}
