import type { ServerResponse } from 'node:http';
import type { Done } from '../../quota/admission/admission.ts';
import type { Item } from '../../quota/contract.ts';
import type { GatewayRequest } from '../call/gateway-request.ts';
import type { GatewayProblem } from '../respond/respond.ts';
import type { PipelineContext } from './pipeline-context.ts';

/**
 * Refuses a call of a known principal before admission (403, 404, 405). The call takes nothing from any quota. The counters
 * are only read, because every authenticated answer tells their state.
 */
export function refuseBeforeAdmission(
  context: PipelineContext,
  req: GatewayRequest,
  res: ServerResponse,
  { code, refusal }: GatewayProblem,
): void {
  attachRateLimit(context, req, res, () => context.refuse(req, res, code, refusal));
}

/** Reads the counters, so that the answer can tell their state although nothing was admitted for it. */
export function attachRateLimit(
  context: Pick<PipelineContext, 'admission'>,
  req: GatewayRequest,
  res: ServerResponse,
  then: () => void,
): void {
  probe(context, req, res, 0, then);
}

/**
 * Asks the counters whether they would admit a call of `check` units now. They take and count nothing; the `RateLimit`
 * headers of the answer show what they said.
 *
 * @param then gets the decision, or the error that prevented one; not called if the caller leaves before
 */
export function probe(
  { admission }: Pick<PipelineContext, 'admission'>,
  { call }: GatewayRequest,
  res: ServerResponse,
  check: number,
  then: Done,
): void {
  const { principal } = call;
  if (!principal) throw new Error('only a known principal learns the state of the counters');
  const { clientId, keyId: key, family, limits, cap } = principal;
  const item: Item = { charge: 0, cost: check, key, family, cap, calculator: '', status: '4xx', probe: true };
  const abandoned = () => res.destroyed;
  admission.admit({ client: clientId, limits, item, reserve: false, abandoned }, (...[error, decision]) => {
    if (error) {
      then(error, null);
      return;
    }
    call.decision = decision;
    then(null, decision);
  });
}
