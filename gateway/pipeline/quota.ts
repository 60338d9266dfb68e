import type { Request, RequestHandler, Response } from 'express';
import type { Decision } from '../quota/admission.ts';
import type { Item, StatusClass } from '../quota/contract.ts';
import { rateLimit, rateLimitPolicy, retryAfter, violatedPolicies } from '../quota/rate-limit-headers.ts';
import type { Call } from './call.ts';
import type { Steps } from './steps.ts';

/**
 * One atomic step for burst, month, credits and usage (ADMISSION). The outcome of the call is known by now, so it is
 * charged for a result and for nothing else; a refusal wins over the result, which is dropped.
 */
export function quota(steps: Steps): RequestHandler {
  const { admission, admissions, refuse } = steps;
  return (req, res, next) => {
    const { call } = req;
    call.steps?.enter('quota');
    const { principal } = call;
    if (!principal) throw new Error('quota comes after principal');
    const request = {
      client: principal.clientId,
      limits: principal.limits,
      item: itemOf(call),
      reserve: false,
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
      call.rateLimit = [rateLimitPolicy(decision), rateLimit(decision)];
      if (decision.verdict.outcome === 'admitted') next();
      else refuseOverQuota(steps, req, res, decision);
    });
  };
}

/** What this call asks of the counters: its cost must be affordable, and is taken if there is a result. */
function itemOf({ answer, route, principal }: Call): Item {
  const cost = route?.endpoint.cost ?? 0;
  const status = answer?.status ?? 500;
  return {
    charge: status < 300 ? cost : 0,
    check: cost,
    key: principal?.keyId ?? '',
    cap: principal?.cap ?? null,
    calculator: route?.endpoint.calculator ?? '',
    status: statusClass(status),
  };
}

function statusClass(status: number): StatusClass {
  if (status < 300) return '2xx';
  return status < 500 ? '4xx' : '5xx';
}

function refuseOverQuota({ refuse }: Steps, req: Request, res: Response, decision: Decision): void {
  const { verdict, limits } = decision;
  const retry = retryAfter(decision);
  const { outcome } = verdict;
  const limit = outcome === 'burst' ? limits.burst?.q : outcome === 'cap' ? req.call.principal?.cap : limits.quota;
  refuse(req, res, 'quota-exceeded', {
    detail: `detail_${outcome}`,
    values: { limit: limit ?? 0, window: limits.burst?.w ?? 0, retry },
    extensions: { 'violated-policies': violatedPolicies(decision) },
    headers: ['Retry-After', String(retry)],
  });
}
