import type { Cluster, Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from '../call/network-of.ts';

/** So many failed authentications an address has in a window; those beyond it are answered 429. */
export const MOST_FAILURES = 60;
export const FAILURE_WINDOW_S = 60;

/** Addresses that one process remembers: the first to go is the one that has not failed for longest. */
const MOST_ADDRESSES = 10_000;

export interface FailureThrottleOptions {
  /** Counts the failures of all processes together; without it each counts its own. */
  readonly redis?: Redis | Cluster | undefined;
  /** Whether Redis is known not to answer: nobody waits for it then. */
  readonly away?: () => boolean;
  readonly addresses?: number;
}

/**
 * Counts failed authentications by address: whoever guesses keys is told to go away. It is asked about failures alone, so
 * a call with a valid key passes whatever its address has done, waits for nothing here, and fails for nothing here.
 */
export class FailureThrottle {
  readonly #local = new RateLimiterMemory({ points: MOST_FAILURES, duration: FAILURE_WINDOW_S });
  readonly #shared: RateLimiterRedis | null;
  readonly #away: () => boolean;
  /** Addresses in the order of their last failure. The limiter itself would remember any number of them. */
  readonly #recent = new Set<string>();
  readonly #addresses: number;

  constructor({ redis, away = () => false, addresses = MOST_ADDRESSES }: FailureThrottleOptions = {}) {
    this.#addresses = addresses;
    this.#away = away;
    this.#shared = redis
      ? new RateLimiterRedis({
          storeClient: redis,
          keyPrefix: 'vitalgate:failures',
          points: MOST_FAILURES,
          duration: FAILURE_WINDOW_S,
        })
      : null;
  }

  /**
   * Notes a failed authentication.
   *
   * @returns seconds for which further failures are refused; 0 if this one is still an ordinary failure
   */
  async failed(address: string): Promise<number> {
    const network = networkOf(address);
    this.#remember(network);
    // First, since an address that is over its limit here is so everywhere: a flood does not reach Redis.
    const wait = await excess(this.#local, network);
    if (wait > 0 || this.#shared === null || this.#away()) return wait;
    const sharedWait = await excess(this.#shared, network);
    if (sharedWait > 0) await this.#local.block(network, sharedWait);
    return sharedWait;
  }

  #remember(network: string): void {
    this.#recent.delete(network);
    this.#recent.add(network);
    const [oldest] = this.#recent;
    if (this.#recent.size > this.#addresses && oldest !== undefined) {
      this.#recent.delete(oldest);
      void this.#local.delete(oldest);
    }
  }
}

/** Whole seconds until the window ends, for an address beyond its limit; 0 within it. A store that fails limits nobody. */
async function excess(limiter: RateLimiterMemory | RateLimiterRedis, network: string): Promise<number> {
  try {
    await limiter.consume(network);
    return 0;
  } catch (rejected) {
    return rejected instanceof RateLimiterRes ? Math.max(1, Math.ceil(rejected.msBeforeNext / 1_000)) : 0;
  }
}
