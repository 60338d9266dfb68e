import type { Records } from '../../records/records.ts';
import { listPlans, type Plan } from './plans.ts';

/** How long visitors may see plans that have changed since. */
const RENEWED_MS = 60_000;

/**
 * Reads the plans that clients can choose, at most once a minute, so that visitors do not load the records. While the
 * records are away, it has the plans of the last time.
 *
 * @param clock milliseconds
 */
export function plansOnOffer({ db }: Pick<Records, 'db'>, clock: () => number): () => Promise<readonly Plan[]> {
  let plans: readonly Plan[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (clock() - readAt < RENEWED_MS) return plans;
    readAt = clock();
    const read = await listPlans(db).catch(() => null);
    if (read !== null) plans = read.filter(({ offered }) => offered);
    return plans;
  };
}
