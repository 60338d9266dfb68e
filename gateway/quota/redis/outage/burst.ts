import { BoundedMap } from '../../bounded-map.ts';
import type { BurstPolicy, Verdict } from '../../contract.ts';
import {
  hasToken,
  secondsUntilFull,
  secondsUntilToken,
  takeToken,
  tokenInterval,
  tokensLeft,
} from '../../model/gcra.ts';

/** Families limited at the same time. Beyond twice as many, the least recently used starts with a full bucket. */
const CAPACITY = 20_000;

/** The burst of a family of keys, as seen by this process only. */
export interface LocalBurst extends Pick<Verdict, 'burstLeft' | 'burstFull' | 'burstRetry'> {
  readonly passes: boolean;
}

const NO_POLICY: LocalBurst = { passes: true, burstLeft: Number.POSITIVE_INFINITY, burstFull: 0, burstRetry: 0 };

/** The burst limit while the store is away: per process, in memory. */
export class LocalBursts {
  readonly #tats = new BoundedMap<string, number>(CAPACITY);

  /** Takes a token, or only looks. `at` is milliseconds since 1970. */
  take(family: string, policy: BurstPolicy | null, at: number, takes: boolean): LocalBurst {
    if (policy === null) return NO_POLICY;
    const { q } = policy;
    const [now, interval] = [at * 1000, tokenInterval(policy)];
    const before = this.#tats.get(family) ?? 0;
    const passes = hasToken(before, now, interval, q);
    const tat = passes && takes ? takeToken(before, now, interval) : before;
    this.#tats.set(family, tat);
    return {
      passes,
      burstLeft: tokensLeft(tat, now, interval, q),
      burstFull: secondsUntilFull(tat, now),
      burstRetry: passes ? 0 : secondsUntilToken(tat, now, interval, q),
    };
  }
}
