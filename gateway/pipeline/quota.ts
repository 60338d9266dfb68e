import type { RequestHandler } from 'express';
import type { Decision } from '../quota/admission/admission.ts';
import { rateLimit, rateLimitPolicy, retryAfter, violatedPolicies } from '../quota/admission/rate-limit-headers.ts';
import type { Item, StatusClass } from '../quota/contract.ts';
import type { Call } from './call.ts';
import type { Refusal } from './respond.ts';
import type { Steps } from './steps.ts';

/**
 * One atomic step for burst, month, credits and usage (ADMISSION). Of a call that was computed the outcome is known by
 * now, so it is charged for a result and for nothing else; a refusal wins over the result, which is dropped. A call of a
 * remote service reserves its cost.
 */
export function quota(steps: Steps): RequestHandler {
  const { admission, admissions, refuse } = steps;
  return (req, res, next) => {
    const { call } = req;
    call.steps?.enter('quota');
    const { principal } = call;
    if (!principal) throw new Error('quota comes after principal');
    const reserve = call.answer === null && (call.route?.forwarding ?? null) !== null;
    const request = {
      client: principal.clientId,
      limits: principal.limits,
      item: itemOf(call, reserve),
      reserve,
      abandoned: () => res.destroyed,
    };
    admission.admit(request, (error, decision) => {
      if (error) {
        admissions.failed();
        steps.onError(error, call.id);
        refuse(req, res, 'temporarily-unavailable', { headers: ['Retry-After', '1'] });
        return;
      }
      admissions.decided(decision.verdict.outcome);
      call.reservation = decision.reservation;
      call.rateLimit = [rateLimitPolicy(decision), rateLimit(decision)];
      if (decision.verdict.outcome === 'admitted') next();
      else refuse(req, res, 'quota-exceeded', overQuota(decision, principal.cap));
    });
  };
}

/** What this call asks of the counters: its cost must be affordable, and is taken if there is, or may be, a result. */
function itemOf({ answer, route, principal }: Call, reserve: boolean): Item {
  const cost = route?.endpoint.cost ?? 0;
  const status = reserve ? 200 : (answer?.status ?? 500);
  return {
    charge: status < 300 ? cost : 0,
    check: cost,
    key: principal?.keyId ?? '',
    family: principal?.family ?? '',
    cap: principal?.cap ?? null,
    calculator: route?.endpoint.calculator ?? '',
    status: statusClass(status),
  };
}

/** As which usage counts a status. */
export function statusClass(status: number): StatusClass {
  if (status < 300) return '2xx';
  return status < 500 ? '4xx' : '5xx';
}

/** How a call is refused that burst, month, credits or its key's cap does not cover. */
export function overQuota(decision: Decision, cap: number | null): Refusal & { readonly retry: number } {
  const { verdict, limits } = decision;
  const retry = retryAfter(decision);
  const { outcome } = verdict;
  const limit = outcome === 'burst' ? limits.burst?.q : outcome === 'cap' ? cap : monthLimit(decision);
  return {
    detail: `detail_${outcome}`,
    values: { limit: limit ?? 0, window: limits.burst?.w ?? 0, retry },
    extensions: { 'violated-policies': violatedPolicies(decision) },
    headers: ['Retry-After', String(retry)],
    retry,
  };
}

/** Where the mode would go on beyond the quota, it is the hard stop that has refused. */
function monthLimit({ verdict, limits: { mode, quota, ceiling } }: Decision): number | null {
  if (verdict.outcome === 'credits') return quota;
  return mode === 'block' && quota !== null ? Math.min(quota, ceiling ?? quota) : ceiling;
}
