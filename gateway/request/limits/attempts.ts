import type { Cluster, Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** How many attempts one name has in a window. */
export interface AttemptLimit {
  /** Names the counters in Redis. */
  readonly name: string;
  readonly attempts: number;
  /** Length of the window. */
  readonly seconds: number;
  /** Names that one process remembers. The first to go is the one that has not tried for longest. */
  readonly names?: number | undefined;
  /**
   * Whether a process refuses a name by itself until its window ends, once Redis has refused it. Only for attempts that
   * are never given back: a process does not hear what another one gives back.
   */
  readonly blocks?: boolean;
}

const MOST_NAMES = 10_000;

/**
 * Counts attempts by name, in this process and, where there is a Redis, over all processes together. While Redis is away,
 * a name gets at most what each process alone would let through.
 *
 * Two options of rate-limiter-flexible come near to this and are not used. `insuranceLimiter` begins to count when Redis
 * fails, so that a name has its attempts twice; `inMemoryBlockOnConsumed` keeps a name blocked whose attempts are given
 * back, and holds any number of names.
 */
export class Attempts {
  readonly #local: RateLimiterMemory;
  readonly #shared: RateLimiterRedis | null;
  readonly #away: () => boolean;
  readonly #blocks: boolean;
  /** Names in the order of their last attempt. The limiter itself would remember any number of them. */
  readonly #recent = new Set<string>();
  readonly #names: number;

  /**
   * @param redis counts for all processes together; without it each process counts for itself
   * @param away whether Redis is known to give no answer; no attempt waits for it then
   */
  constructor(
    { name, attempts: points, seconds: duration, names = MOST_NAMES, blocks = false }: AttemptLimit,
    redis: Redis | Cluster | undefined,
    away = () => false,
  ) {
    this.#local = new RateLimiterMemory({ points, duration });
    this.#shared = redis
      ? new RateLimiterRedis({ storeClient: redis, keyPrefix: `vitalgate:${name}`, points, duration })
      : null;
    this.#away = away;
    this.#blocks = blocks;
    this.#names = names;
  }

  /**
   * Takes an attempt before it is made, so that many at once count each.
   *
   * @returns whole seconds to wait; 0 for an attempt that may be made
   */
  async take(name: string): Promise<number> {
    this.#remember(name);
    // This process first: a name that is over its limit here is over it everywhere, so a flood does not reach Redis.
    const wait = await excess(this.#local, name);
    if (wait > 0 || this.#shared === null || this.#away()) return wait;
    const sharedWait = await excess(this.#shared, name);
    if (sharedWait > 0 && this.#blocks) await this.#local.block(name, sharedWait);
    return sharedWait;
  }

  /** Gives back an attempt that has succeeded. */
  async giveBack(name: string): Promise<void> {
    await this.#local.reward(name);
    await this.#shared?.reward(name).catch(() => undefined);
  }

  #remember(name: string): void {
    this.#recent.delete(name);
    this.#recent.add(name);
    const [oldest] = this.#recent;
    if (this.#recent.size > this.#names && oldest !== undefined) {
      this.#recent.delete(oldest);
      void this.#local.delete(oldest);
    }
  }
}

/** Only the limiter's own answer refuses. A store that fails rejects too, and refuses no attempt. */
async function excess(limiter: RateLimiterMemory | RateLimiterRedis, name: string): Promise<number> {
  try {
    await limiter.consume(name);
    return 0;
  } catch (rejected) {
    return rejected instanceof RateLimiterRes ? Math.max(1, Math.ceil(rejected.msBeforeNext / 1_000)) : 0;
  }
}
