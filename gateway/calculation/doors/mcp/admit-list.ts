import type { ServerResponse } from 'node:http';
import type { GatewayRequest } from '../../../request/call/gateway-request.ts';
import type { PipelineContext } from '../../../request/pipeline/pipeline-context.ts';
import type { GatewayProblem } from '../../../request/respond/respond.ts';
import { LIST_NAME } from '../../../request/routes/list-endpoint.ts';
import { admissionItem, admit } from '../../engine/admit.ts';

/** A look at the list costs nothing, as at `GET /api/v1`, and only the burst limits it. */
const LIST = { cost: 0, calculator: LIST_NAME };

/**
 * Admits a look at the list of calculators.
 *
 * @returns `null` if it is admitted, else the problem; not settled if the caller leaves before
 */
export function admitList(
  context: PipelineContext,
  req: GatewayRequest,
  res: ServerResponse,
): Promise<GatewayProblem | null> {
  const { principal } = req.call;
  if (!principal) throw new Error('the list comes after principal');
  const item = admissionItem(principal, LIST, 200);
  return new Promise((resolve) => admit(context, req, res, { item, reserve: false }, resolve));
}
