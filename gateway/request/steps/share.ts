import type { ServerResponse } from 'node:http';
import type { GatewayRequest } from '../call/gateway-request.ts';
import { networkOf } from '../call/network-of.ts';
import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import type { Step } from '../pipeline/step.ts';
import { TRY_AGAIN } from '../respond/respond.ts';
import { MCP_PATH } from '../routes/mcp-endpoint.ts';

/** The least that a call costs, in milliseconds: to be read, admitted and answered. */
const CALL_MS = 0.05;
/** A page, or a call of the platform API, which reads records. */
const PAGE_MS = 1;
/** A message of MCP, which the protocol's library reads. */
const MESSAGE_MS = 1;
/** To read and check a body. A megabyte takes about 20 ms. */
const BODY_MS_PER_BYTE = 20 / 1_000_000;
/** The assumed length of a body that does not tell its length, in bytes. */
const UNKNOWN_LENGTH = 64_000;

/** A call with a key waits for those of other clients while its own client has more than its share of the processor. */
export function shareOfClient(context: PipelineContext): Step {
  return (req, res, next) => {
    const { principal, path, method, headers } = req.call;
    const body = method === 'GET' || method === 'HEAD' ? 0 : bytesOf(headers.contentLength) * BODY_MS_PER_BYTE;
    enter(context, req, res, principal?.clientId ?? '', (path === MCP_PATH ? MESSAGE_MS : CALL_MS) + body, next);
  };
}

/** Pages and the platform API share by the caller's network, which is known before anything is read. */
export function shareOfNetwork(context: PipelineContext): Step {
  return (req, res, next) => enter(context, req, res, networkOf(req.call.address), PAGE_MS, next);
}

/** A call without a valid credential is refused in the turn of its network: the gateway knows nothing else about it. */
export function refuseInTurn(context: Sharing, req: GatewayRequest, res: ServerResponse, refuse: () => void): void {
  enter(context, req, res, networkOf(req.call.address), CALL_MS, refuse);
}

type Sharing = Pick<PipelineContext, 'fairShare' | 'left' | 'refuse'>;

function enter(
  context: Sharing,
  req: GatewayRequest,
  res: ServerResponse,
  party: string,
  leastMs: number,
  next: () => void,
): void {
  const entered = context.fairShare.enter(party, leastMs, () => {
    if (res.destroyed) context.left(req);
    else next();
  });
  if (!entered) context.refuse(req, res, 'temporary-reduced-capacity', TRY_AGAIN);
}

function bytesOf(length: string | undefined): number {
  const bytes = Number(length ?? UNKNOWN_LENGTH);
  return Number.isFinite(bytes) ? bytes : UNKNOWN_LENGTH;
}
