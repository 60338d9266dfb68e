import type { PartHealth } from '../../operations/health.ts';
import { Instance } from './instance.ts';
import { createServiceProxy, type ServiceProxy } from './proxy.ts';

/** How calls end: with an answer, with a problem of the service, or because the caller has left. */
export const SERVICE_OUTCOMES = ['answered', 'failed', 'unavailable', 'timeout', 'left'] as const;
export type ServiceOutcome = (typeof SERVICE_OUTCOMES)[number];

export interface RemoteServiceOptions {
  /** Name of the plugin, or the shared name of several plugins. */
  readonly name: string;
  readonly urls: readonly URL[];
  /** Time limit for making a connection, in milliseconds. */
  readonly connectMs: number;
  /** Time limit for the answer to a call, in milliseconds. */
  readonly answerMs: number;
  /** Called when an instance goes out of use and when it comes back. */
  readonly instanceChanged: (instance: Instance) => void;
}

/** A remote service that runs calculators, at one or more equivalent addresses. */
export class RemoteService {
  readonly name: string;
  readonly instances: readonly Instance[];
  readonly answerMs: number;
  readonly proxy: ServiceProxy = createServiceProxy();
  /** Number of calls by outcome. */
  readonly outcomes: Record<ServiceOutcome, number> = { answered: 0, failed: 0, unavailable: 0, timeout: 0, left: 0 };
  #next = 0;

  constructor({ name, urls, connectMs, answerMs, instanceChanged }: RemoteServiceOptions) {
    this.name = name;
    this.answerMs = answerMs;
    this.instances = urls.map((url) => new Instance(url, { connectMs, changed: instanceChanged }));
  }

  /**
   * The usable instance with the fewest calls in progress; equal instances take turns. `null` if every instance has
   * been tried or is out of use.
   */
  pick(tried: readonly Instance[]): Instance | null {
    const { instances } = this;
    let best: Instance | null = null;
    this.#next = (this.#next + 1) % instances.length;
    for (let step = 0; step < instances.length; step++) {
      const candidate = instances[(this.#next + step) % instances.length];
      if (!candidate || candidate.breaker.open || tried.includes(candidate)) continue;
      if (best === null || candidate.waiting < best.waiting) best = candidate;
    }
    return best;
  }

  /** The state for `/readyz`. Other calculators work without this service, so the state is degraded at worst. */
  health(): PartHealth {
    const away = this.instances.filter(({ breaker }) => breaker.open).length;
    if (away === 0) return { state: 'ok' };
    return { state: 'degraded', reason: away === this.instances.length ? 'unreachable' : 'partly-unreachable' };
  }

  close(): void {
    for (const { connections } of this.instances) connections.destroy();
  }
}
