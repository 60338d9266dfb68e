import type { Decision } from '../../quota/admission/admission.ts';
import { retryAfter, violatedPolicies } from '../../quota/admission/rate-limit-headers.ts';
import type { GatewayProblem } from '../../request/respond/respond.ts';

/**
 * The problem of a call that exceeds the burst, the month, the credits or the cap of its key.
 *
 * @param cap cap of the key, in units per month; `null` for no cap
 */
export function overQuota(decision: Decision, cap: number | null): GatewayProblem {
  const { verdict, limits } = decision;
  const retry = retryAfter(decision);
  const { outcome } = verdict;
  const limit = outcome === 'burst' ? limits.burst?.q : outcome === 'cap' ? cap : monthLimit(decision);
  return {
    code: 'quota-exceeded',
    refusal: {
      detail: `detail_${outcome}`,
      values: { limit: limit ?? 0, window: limits.burst?.w ?? 0, retry },
      extensions: { 'violated-policies': violatedPolicies(decision) },
      retryAfter: retry,
    },
  };
}

/** The monthly limit that refused the call. In a mode that allows calls beyond the quota, it is the hard stop. */
function monthLimit({ verdict, limits: { mode, quota, ceiling } }: Decision): number | null {
  if (verdict.outcome === 'credits') return quota;
  return mode === 'block' && quota !== null ? Math.min(quota, ceiling ?? quota) : ceiling;
}
