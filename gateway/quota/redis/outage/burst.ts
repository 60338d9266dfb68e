import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { BoundedMap } from '../../bounded-map.ts';
import type { BurstPolicy } from '../../contract.ts';

/** Families limited at the same time. Beyond twice as many, the least recently used starts with a full bucket. */
const CAPACITY = 20_000;

/** The burst of a family of keys, as seen by this process only. */
export interface LocalBurst {
  readonly passes: boolean;
  /** Whole calls left, and whole seconds until the window ends. */
  readonly left: number;
  readonly seconds: number;
}

const NO_POLICY: LocalBurst = { passes: true, left: Number.POSITIVE_INFINITY, seconds: 0 };

/** The burst limit while the store is away: per process, in memory, in fixed windows of the policy's length. */
export class LocalBursts {
  readonly #limiters = new BoundedMap<string, { policy: BurstPolicy; limiter: RateLimiterMemory }>(CAPACITY);

  async take(family: string, policy: BurstPolicy | null): Promise<LocalBurst> {
    if (policy === null) return NO_POLICY;
    try {
      return shown(true, await this.#limiter(family, policy).consume(family));
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return shown(false, refusal);
      throw refusal;
    }
  }

  /** Whether the burst of a family has a token. Takes none. */
  async look(family: string, policy: BurstPolicy | null): Promise<LocalBurst> {
    if (policy === null) return NO_POLICY;
    const known = await this.#limiter(family, policy).get(family);
    return known === null ? { passes: true, left: policy.q, seconds: 0 } : shown(known.remainingPoints > 0, known);
  }

  #limiter(family: string, policy: BurstPolicy): RateLimiterMemory {
    const known = this.#limiters.get(family);
    if (known?.policy.q === policy.q && known.policy.w === policy.w) return known.limiter;
    const limiter = new RateLimiterMemory({ points: policy.q, duration: policy.w });
    this.#limiters.set(family, { policy, limiter });
    return limiter;
  }
}

function shown(passes: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): LocalBurst {
  return { passes, left: remainingPoints, seconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
}
