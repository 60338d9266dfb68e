import type { Cluster, Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** The limit of attempts for each name. */
export interface AttemptLimit {
  /** Names the counters in Redis. */
  readonly name: string;
  readonly attempts: number;
  /** Length of the window. */
  readonly seconds: number;
  /** Maximum number of names that one process remembers. It forgets the least recently used name first. */
  readonly names?: number | undefined;
  /**
   * Whether a process refuses a name by itself until the end of the window, once Redis has refused it. Only for
   * attempts that are never given back, because a process does not learn what another one gives back.
   */
  readonly blocks?: boolean;
}

const MOST_NAMES = 10_000;

/**
 * Counts attempts by name, in this process and, with Redis, across all processes. While Redis is away, each process
 * applies the limit alone.
 *
 * Two options of rate-limiter-flexible come close but do not fit. `insuranceLimiter` starts counting only when Redis
 * fails, so a name gets its attempts twice. `inMemoryBlockOnConsumed` keeps a name blocked after its attempts are given
 * back, and holds an unlimited number of names.
 */
export class Attempts {
  readonly #local: RateLimiterMemory;
  readonly #shared: RateLimiterRedis | null;
  readonly #away: () => boolean;
  readonly #blocks: boolean;
  /** Names in the order of their last attempt, to bound their number: the limiter itself has no bound. */
  readonly #recent = new Set<string>();
  readonly #names: number;

  /**
   * @param redis counts across all processes; without it, each process counts alone
   * @param away whether Redis is known to be unreachable; attempts then do not wait for it
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
   * Counts an attempt before it is made, so that concurrent attempts all count.
   *
   * @returns whole seconds to wait; 0 if the attempt may be made
   */
  async take(name: string): Promise<number> {
    this.#remember(name);
    // This process comes first: a name over its limit here is over it everywhere, so a flood does not reach Redis.
    const wait = await excess(this.#local, name);
    if (wait > 0 || this.#shared === null || this.#away()) return wait;
    const sharedWait = await excess(this.#shared, name);
    if (sharedWait > 0 && this.#blocks) await this.#local.block(name, sharedWait);
    return sharedWait;
  }

  /** Gives back a successful attempt, which then does not count. */
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

/**
 * Only the limiter's own result refuses an attempt. A failing store also rejects, but that does not refuse the attempt.
 */
async function excess(limiter: RateLimiterMemory | RateLimiterRedis, name: string): Promise<number> {
  try {
    await limiter.consume(name);
    return 0;
  } catch (rejected) {
    return rejected instanceof RateLimiterRes ? Math.max(1, Math.ceil(rejected.msBeforeNext / 1_000)) : 0;
  }
}
