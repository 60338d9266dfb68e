import type { Cluster, Redis } from 'ioredis';
import { networkOf } from '../call/network-of.ts';
import { Attempts } from './attempts.ts';

/** Failed authentications that an address may make in a window. Further failures get 429. */
export const MOST_FAILURES = 60;
export const FAILURE_WINDOW_S = 60;

export interface FailureThrottleOptions {
  /** Counts failures across all processes; without it, each process counts its own. */
  readonly redis?: Redis | Cluster | undefined;
  /** Whether Redis is known to be unreachable. The throttle then does not wait for it. */
  readonly away?: () => boolean;
  /** Maximum number of addresses that one process remembers. */
  readonly addresses?: number;
}

/**
 * Counts failed authentications by address, to slow down the guessing of keys. Calls with a valid key never ask it, so
 * the failures of their address neither delay nor refuse them.
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
