import type { ServerResponse } from 'node:http';
import type { GatewayRequest } from '../call/gateway-request.ts';
import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import type { Next } from '../pipeline/step.ts';
import type { Refusal } from '../respond/respond.ts';
import { MCP_PATH } from '../routes/mcp-endpoint.ts';
import { refuseInTurn } from './share.ts';

/** At `/mcp` a third header may hold the key. */
const AT_MCP: Refusal = { detail: 'detail_mcp' };

/** Answers every invalid credential with the same 401, or with 429 after too many failures of the address. */
export function refuseCredential(
  context: Pick<PipelineContext, 'refuse' | 'throttle' | 'meter' | 'fairShare' | 'left'>,
  req: GatewayRequest,
  res: ServerResponse,
  next: Next,
  refusal: Refusal = req.call.path === MCP_PATH ? AT_MCP : {},
): void {
  const { refuse, throttle, meter } = context;
  refuseInTurn(context, req, res, () => {
    throttle
      .failed(req.call.address)
      .then((wait) => {
        if (wait === 0) {
          meter.failures[401] += 1;
          refuse(req, res, 'invalid-credential', refusal);
        } else {
          meter.failures[429] += 1;
          refuse(req, res, 'too-many-failures', { retryAfter: wait });
        }
      })
      .catch(next);
  });
}
