import type { ServiceLimits } from '../../../plugins/sdk/index.ts';
import type { PartHealth } from '../../operations/health.ts';
import { Bulkhead, type WaitingCall } from './bulkhead.ts';
import type { Circuit, CircuitChanged } from './circuit.ts';
import { Instance } from './instance.ts';

/**
 * How calls end: with an answer; with a problem of the service; without being sent, because too many calls of the
 * calculator run; or because the caller has left.
 */
export const SERVICE_OUTCOMES = ['answered', 'failed', 'unavailable', 'timeout', 'busy', 'left'] as const;
export type ServiceOutcome = (typeof SERVICE_OUTCOMES)[number];

/** How long a calculator that is out of use is shown as such after its trial is due, in milliseconds. */
const SHOWN_MS = 60_000;

/** What runs at an address: calculators of plugins, or a service of another kind behind a prefix. */
export type ServiceKind = 'service' | 'upstream';

export interface RemoteServiceOptions {
  readonly kind: ServiceKind;
  /** Name of the plugin or upstream, or the shared name of several plugins. */
  readonly name: string;
  readonly urls: readonly URL[];
  readonly limits: ServiceLimits;
  /** Time limit for making a connection, in milliseconds. */
  readonly connectMs: number;
  /** Time limit for the answer to a call, in milliseconds, from the end of the request. */
  readonly answerMs: number;
  /** Called when an instance goes out of use and when it comes back. */
  readonly instanceChanged: (instance: Instance) => void;
  /** Called when a calculator goes out of use at an instance and when it comes back. */
  readonly circuitChanged: CircuitChanged;
}

/** A remote service at one or more equivalent addresses. */
export class RemoteService {
  /** As usage and metrics name it. */
  readonly name: string;
  /** As `/readyz` names it. */
  readonly part: string;
  readonly instances: readonly Instance[];
  readonly answerMs: number;
  /** Number of calls by outcome. */
  readonly outcomes: Record<ServiceOutcome, number> = {
    answered: 0,
    failed: 0,
    unavailable: 0,
    timeout: 0,
    busy: 0,
    left: 0,
  };
  readonly #limits: ServiceLimits;
  readonly #circuitChanged: CircuitChanged;
  readonly #bulkheads = new Map<string, Bulkhead>();
  /** Bulkheads with calls that wait, in the order of their turns. */
  readonly #waiting = new Set<Bulkhead>();

  constructor(options: RemoteServiceOptions) {
    const { kind, name, urls, limits, connectMs, answerMs, instanceChanged: changed } = options;
    this.name = kind === 'upstream' ? `upstream/${name}` : name;
    this.part = `${kind}:${name}`;
    this.answerMs = answerMs;
    this.instances = urls.map((url) => new Instance(url, { most: limits.instance, connectMs, changed }));
    this.#limits = limits;
    this.#circuitChanged = options.circuitChanged;
  }

  bulkhead(calculator: string): Bulkhead {
    let bulkhead = this.#bulkheads.get(calculator);
    if (bulkhead === undefined) {
      bulkhead = new Bulkhead(calculator, this.instances, this.#limits, this.#circuitChanged);
      this.#bulkheads.set(calculator, bulkhead);
    }
    return bulkhead;
  }

  /** Puts a call into the line of its calculator. @returns false if the line is as long as it may be */
  wait(bulkhead: Bulkhead, call: WaitingCall): boolean {
    if (!bulkhead.wait(call)) return false;
    this.#waiting.add(bulkhead);
    return true;
  }

  leaveLine(bulkhead: Bulkhead, call: WaitingCall): void {
    bulkhead.leaveLine(call);
    if (!bulkhead.waits) this.#waiting.delete(bulkhead);
  }

  /** A call has ended: calls that wait proceed as far as the limits allow. Calculators take turns. */
  freed(): void {
    if (this.#waiting.size === 0) return;
    const now = performance.now();
    let proceeded = true;
    while (proceeded) {
      proceeded = false;
      for (const bulkhead of [...this.#waiting]) {
        if (!bulkhead.proceed(now)) continue;
        proceeded = true;
        this.#waiting.delete(bulkhead);
        if (bulkhead.waits) this.#waiting.add(bulkhead);
      }
    }
  }

  /**
   * The calculators that are out of use at an instance. One whose trial has been due for a minute gets no calls, and
   * is left out.
   *
   * @param now milliseconds of a clock that is never set
   */
  circuitsOpen(now = performance.now()): readonly Circuit[] {
    return [...this.#bulkheads.values()].flatMap(({ circuits }) =>
      circuits.filter(({ open, retryAt }) => open && now < retryAt + SHOWN_MS),
    );
  }

  /** The state for `/readyz`. Other calculators work without this service, so the state is degraded at worst. */
  health(now = performance.now()): PartHealth {
    const { instances } = this;
    const away = instances.filter(({ breaker }) => breaker.open).length;
    if (away > 0)
      return { state: 'degraded', reason: away === instances.length ? 'unreachable' : 'partly-unreachable' };
    return this.circuitsOpen(now).length > 0 ? { state: 'degraded', reason: 'calculators-failing' } : { state: 'ok' };
  }

  close(): void {
    for (const instance of this.instances) instance.close();
  }
}
