import type { Cluster, Redis } from 'ioredis';
import { networkOf } from '../call/network-of.ts';
import { Attempts } from './attempts.ts';

/** Failed authentications that an address has in a window. Further ones are answered 429. */
export const MOST_FAILURES = 60;
export const FAILURE_WINDOW_S = 60;

export interface FailureThrottleOptions {
  /** Counts the failures of all processes together; without it each process counts its own. */
  readonly redis?: Redis | Cluster | undefined;
  /** Whether Redis is known to give no answer; no failure waits for it then. */
  readonly away?: () => boolean;
  /** Addresses that one process remembers. */
  readonly addresses?: number;
}

/**
 * Counts failed authentications by address, so that guessing keys is slow. A call with a valid key never asks it: what its
 * address has done neither delays nor refuses it.
 */
export class FailureThrottle {
  readonly #failures: Attempts;

  constructor({ redis, away, addresses }: FailureThrottleOptions = {}) {
    const limit = { name: 'failures', attempts: MOST_FAILURES, seconds: FAILURE_WINDOW_S };
    this.#failures = new Attempts({ ...limit, names: addresses, blocks: true }, redis, away);
  }

  /**
   * Counts a failed authentication.
   *
   * @returns whole seconds for which further failures are refused; 0 if this one is within the limit
   */
  failed(address: string): Promise<number> {
    return this.#failures.take(networkOf(address));
  }
}
