import type { PartHealth } from '../../operations/health.ts';
import { Instance } from './instance.ts';
import { createServiceProxy, type ServiceProxy } from './proxy.ts';

/** What becomes of calls: answered, the problems of services, and callers who left. */
export const SERVICE_OUTCOMES = ['answered', 'failed', 'unavailable', 'timeout', 'left'] as const;
export type ServiceOutcome = (typeof SERVICE_OUTCOMES)[number];

export interface RemoteServiceOptions {
  /** Of the plugin, or of what several plugins have in common. */
  readonly name: string;
  readonly urls: readonly URL[];
  /** So long a connection may take to be made, in milliseconds. */
  readonly connectMs: number;
  /** So long a call may take, in milliseconds. */
  readonly answerMs: number;
  /** Told when an instance goes out of use and when it comes back. */
  readonly instanceChanged: (instance: Instance) => void;
}

/** Calculators that run elsewhere, at one address or several that are alike. */
export class RemoteService {
  readonly name: string;
  readonly instances: readonly Instance[];
  readonly answerMs: number;
  readonly proxy: ServiceProxy = createServiceProxy();
  /** How calls ended so far. */
  readonly outcomes: Record<ServiceOutcome, number> = { answered: 0, failed: 0, unavailable: 0, timeout: 0, left: 0 };
  #next = 0;

  constructor({ name, urls, connectMs, answerMs, instanceChanged }: RemoteServiceOptions) {
    this.name = name;
    this.answerMs = answerMs;
    this.instances = urls.map((url) => new Instance(url, { connectMs, changed: instanceChanged }));
  }

  /** The instance in use with the fewest calls, of equals each in turn; `null` if none is left to try. */
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

  /** As `/readyz` tells it: without a service the other calculators are still answered. */
  health(): PartHealth {
    const away = this.instances.filter(({ breaker }) => breaker.open).length;
    if (away === 0) return { state: 'ok' };
    return { state: 'degraded', reason: away === this.instances.length ? 'unreachable' : 'partly-unreachable' };
  }

  close(): void {
    for (const { connections } of this.instances) connections.destroy();
  }
}
