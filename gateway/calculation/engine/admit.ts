import type { ServerResponse } from 'node:http';
import type { EndpointDescription } from '../../../plugins/sdk/index.ts';
import type { Principal } from '../../accounts/principal.ts';
import type { Decision, Reservation } from '../../quota/admission/admission.ts';
import type { Item, Once } from '../../quota/contract.ts';
import type { Call } from '../../request/call/call.ts';
import type { GatewayRequest } from '../../request/call/gateway-request.ts';
import type { PipelineContext } from '../../request/pipeline/pipeline-context.ts';
import { type GatewayProblem, TRY_AGAIN } from '../../request/respond/respond.ts';
import { statusClass } from '../../request/respond/status-class.ts';
import { refusedByKey } from './idempotent.ts';
import { overQuota } from './over-quota.ts';

/** A request for admission. */
export interface Admitted {
  readonly item: Item;
  /** Whether to reserve the cost because the answer is not known yet. `settle` then charges it or gives it back. */
  readonly reserve: boolean;
}

/**
 * The admission item of one calculation. The caller must be able to afford its cost in any case, but only a result is
 * charged.
 *
 * @param status status of the answer; 200 if a service has yet to answer
 */
export function admissionItem(
  { keyId, family, cap }: Principal,
  { cost, calculator }: Pick<EndpointDescription, 'cost' | 'calculator'>,
  status: number,
  once: Once | null,
): Item {
  const charge = status < 300 ? cost : 0;
  const item = { charge, cost, key: keyId, family, cap, calculator, status: statusClass(status) };
  return once === null ? item : { ...item, once };
}

/**
 * Asks the counters for one calculation: burst, month, credits and usage in one atomic step.
 *
 * @param done called once, unless the caller leaves first, with the problem that refuses the calculation (`null` if it
 *   is admitted) and the decision (`null` if the counters gave none)
 */
export function admit(
  context: PipelineContext,
  { call }: GatewayRequest,
  res: ServerResponse,
  { item, reserve }: Admitted,
  done: (problem: GatewayProblem | null, decision: Decision | null) => void,
): void {
  const { principal } = call;
  if (!principal) throw new Error('admission comes after principal');
  const abandoned = () => res.destroyed;
  const { clientId: client, limits, cap } = principal;
  context.admission.admit({ client, limits, item, reserve, abandoned }, (error, decision) => {
    if (error) {
      done(undecided(context, call, error), null);
      return;
    }
    const { outcome } = decision.verdict;
    context.admissionStats.decided(outcome);
    call.decision = decision;
    done(outcome === 'admitted' ? null : (refusedByKey(outcome) ?? overQuota(decision, cap)), decision);
  });
}

/** The problem of a calculation for which the counters gave no decision. Counts the failure and logs the error. */
export function undecided(
  { admissionStats, onError }: Pick<PipelineContext, 'admissionStats' | 'onError'>,
  { id }: Call,
  error: Error,
): GatewayProblem {
  admissionStats.failed();
  onError(error, id);
  return { code: 'temporarily-unavailable', refusal: TRY_AGAIN };
}

/** Refuses a calculation because an earlier decision of the counters covers it, and counts the refusal. */
export function refuseBy(
  { admission, admissionStats }: Pick<PipelineContext, 'admission' | 'admissionStats'>,
  { clientId, keyId, cap }: Principal,
  decision: Decision,
): GatewayProblem {
  admission.recordUncharged(clientId, keyId, '429');
  admissionStats.decided(decision.verdict.outcome);
  return overQuota(decision, cap);
}

/**
 * Charges the reservation of a call that got a complete 2xx, even if the caller has left.
 *
 * @param done called when the answer may leave, or with the error that keeps the charge from being certain: then the
 *   answer must not leave
 */
export function charge(
  { admission }: Pick<PipelineContext, 'admission'>,
  reservation: Reservation,
  done: (error: Error | null) => void,
): void {
  admission.keep(reservation, done);
}

/** Gives back the reservation of a call that got no complete 2xx. */
export function giveBack(
  { admission }: Pick<PipelineContext, 'admission'>,
  reservation: Reservation,
  status: number,
): void {
  admission.giveBack(reservation, statusClass(status));
}
