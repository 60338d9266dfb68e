import type { Request, Response } from 'express';
import type { ProblemCode } from '../errors/catalogue.ts';
import { overQuota } from '../pipeline/quota.ts';
import type { Refusal } from '../pipeline/respond.ts';
import type { Steps } from '../pipeline/steps.ts';
import { LIST_NAME } from '../plugins/list-endpoint.ts';
import { rateLimit, rateLimitPolicy } from '../quota/admission/rate-limit-headers.ts';

/** Why the list is not given now. */
export interface RefusedList {
  readonly code: ProblemCode;
  readonly refusal: Refusal;
  /** Whole seconds. */
  readonly retryAfter: number;
}

/**
 * Admits a look at the list of calculators as `GET /api/v1` is admitted: it costs nothing, and the burst limits it.
 *
 * @returns `null` if it is admitted; not settled if the caller leaves before
 */
export function admitList(steps: Steps, { call }: Request, res: Response): Promise<RefusedList | null> {
  const { principal } = call;
  if (!principal) throw new Error('the list comes after principal');
  const { clientId: client, keyId: key, family, limits, cap } = principal;
  const item = { charge: 0, check: 0, key, family, cap, calculator: LIST_NAME, status: '2xx' } as const;
  return new Promise((resolve) => {
    const abandoned = () => res.destroyed;
    steps.admission.admit({ client, limits, item, reserve: false, abandoned }, (error, decision) => {
      if (error) {
        steps.admissions.failed();
        steps.onError(error, call.id);
        const refusal = { headers: ['Retry-After', '1'] };
        resolve({ code: 'temporarily-unavailable', refusal, retryAfter: 1 });
        return;
      }
      steps.admissions.decided(decision.verdict.outcome);
      call.rateLimit = [rateLimitPolicy(decision), rateLimit(decision)];
      if (decision.verdict.outcome === 'admitted') {
        resolve(null);
        return;
      }
      const refusal = overQuota(decision, cap);
      resolve({ code: 'quota-exceeded', refusal, retryAfter: refusal.retry });
    });
  });
}
