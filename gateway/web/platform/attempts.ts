import type { Cluster, Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** So many attempts by one name in so many seconds. */
export interface AttemptLimit {
  /** Names the counters in Redis. */
  readonly name: string;
  readonly attempts: number;
  readonly seconds: number;
}

/** Names that one process remembers: the first to go is the one that has not tried for longest. */
const MOST_NAMES = 10_000;

/**
 * Counts attempts by name, over all processes where there is a Redis and in this one besides: a Redis that is away lets
 * through at most what each process would alone.
 */
export class Attempts {
  readonly #local: RateLimiterMemory;
  readonly #shared: RateLimiterRedis | null;
  /** The limiter itself would remember any number of names. */
  readonly #recent = new Set<string>();

  constructor({ name, attempts: points, seconds: duration }: AttemptLimit, redis: Redis | Cluster | undefined) {
    this.#local = new RateLimiterMemory({ points, duration });
    this.#shared = redis
      ? new RateLimiterRedis({ storeClient: redis, keyPrefix: `vitalgate:${name}`, points, duration })
      : null;
  }

  /** Takes an attempt before it is made: many at once count each. @returns seconds to wait, 0 for an attempt that may be made */
  async take(name: string): Promise<number> {
    this.#remember(name);
    const wait = await excess(this.#local, name);
    return wait > 0 || this.#shared === null ? wait : excess(this.#shared, name);
  }

  /** Gives an attempt back that has succeeded. */
  async giveBack(name: string): Promise<void> {
    await this.#local.reward(name);
    await this.#shared?.reward(name).catch(() => undefined);
  }

  #remember(name: string): void {
    this.#recent.delete(name);
    this.#recent.add(name);
    const [oldest] = this.#recent;
    if (this.#recent.size > MOST_NAMES && oldest !== undefined) {
      this.#recent.delete(oldest);
      void this.#local.delete(oldest);
    }
  }
}

/** Only a limiter's own answer refuses: a store that fails rejects too, and limits nobody. */
async function excess(limiter: RateLimiterMemory | RateLimiterRedis, name: string): Promise<number> {
  try {
    await limiter.consume(name);
    return 0;
  } catch (rejected) {
    return rejected instanceof RateLimiterRes ? Math.max(1, Math.ceil(rejected.msBeforeNext / 1_000)) : 0;
  }
}
