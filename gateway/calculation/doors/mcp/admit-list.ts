import type { ServerResponse } from 'node:http';
import type { GatewayRequest } from '../../../request/call/gateway-request.ts';
import type { PipelineContext } from '../../../request/pipeline/pipeline-context.ts';
import type { GatewayProblem } from '../../../request/respond/respond.ts';
import { LIST_NAME } from '../../../request/routes/list-endpoint.ts';
import { admissionItem, admit } from '../../engine/admit.ts';

/** Listing is free, as at `GET /api/v1`; only the burst limits it. */
const LIST = { cost: 0, calculator: LIST_NAME };

/**
 * Admits a request for the list of calculators.
 *
 * @returns `null` if the request is admitted, otherwise the problem; never settles if the caller leaves first
 */
export function admitList(
  context: PipelineContext,
  req: GatewayRequest,
  res: ServerResponse,
): Promise<GatewayProblem | null> {
  const { principal } = req.call;
  if (!principal) throw new Error('the list comes after principal');
  const item = admissionItem(principal, LIST, 200, null);
  return new Promise((resolve) => admit(context, req, res, { item, reserve: false }, resolve));
}
