import type { ServerResponse } from 'node:http';
import type { Done } from '../../quota/admission/admission.ts';
import type { Item, Once } from '../../quota/contract.ts';
import type { GatewayRequest } from '../call/gateway-request.ts';
import type { GatewayProblem } from '../respond/respond.ts';
import type { PipelineContext } from './pipeline-context.ts';

/**
 * Refuses a call of a known principal before admission (403, 404, 405). The refusal uses no quota. It only reads the
 * counters, because every authenticated answer reports their state.
 */
export function refuseBeforeAdmission(
  context: PipelineContext,
  req: GatewayRequest,
  res: ServerResponse,
  { code, refusal }: GatewayProblem,
): void {
  attachRateLimit(context, req, res, () => context.refuse(req, res, code, refusal));
}

/** Reads the counters, so that an answer without admission can report their state. */
export function attachRateLimit(
  context: Pick<PipelineContext, 'admission'>,
  req: GatewayRequest,
  res: ServerResponse,
  then: () => void,
): void {
  probe(context, req, res, 0, then);
}

/**
 * Asks the counters whether they would admit a call of `cost` units now, without charging or counting anything. The
 * `RateLimit` headers of the answer show the decision.
 *
 * @param once also asks whether the idempotency key belongs to another request, or to one that is running
 * @param then called with the decision, or with the error that prevented one; not called if the caller leaves first
 */
export function probe(
  { admission }: Pick<PipelineContext, 'admission'>,
  { call }: GatewayRequest,
  res: ServerResponse,
  cost: number,
  then: Done,
  once: Once | null = null,
): void {
  const { principal } = call;
  if (!principal) throw new Error('probe comes after principal');
  const { clientId, keyId: key, family, limits, cap } = principal;
  const item: Item = { charge: 0, cost, key, family, cap, calculator: '', status: '4xx', probe: true };
  const asked = once === null ? item : { ...item, once };
  const abandoned = () => res.destroyed;
  admission.admit({ client: clientId, limits, item: asked, reserve: false, abandoned }, (...[error, decision]) => {
    if (error) {
      then(error, null);
      return;
    }
    call.decision = decision;
    then(null, decision);
  });
}
