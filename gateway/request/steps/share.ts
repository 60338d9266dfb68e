import type { ServerResponse } from 'node:http';
import type { GatewayRequest } from '../call/gateway-request.ts';
import { networkOf } from '../call/network-of.ts';
import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import type { Step } from '../pipeline/step.ts';
import { TRY_AGAIN } from '../respond/respond.ts';
import { MCP_PATH } from '../routes/mcp-endpoint.ts';

/** Minimum cost of a call, in milliseconds: reading, admission and answer. */
const CALL_MS = 0.05;
/** Cost of a page, or of a call of the platform API, which reads records. */
const PAGE_MS = 1;
/** Cost of an MCP message, which the protocol's library parses. */
const MESSAGE_MS = 1;
/** Cost of reading and validating a body: about 20 ms for a megabyte. */
const BODY_MS_PER_BYTE = 20 / 1_000_000;
/** Assumed length of a body without a Content-Length, in bytes. */
const UNKNOWN_LENGTH = 64_000;

/** Makes a call with a key wait for those of other clients while its client exceeds its share of the processor. */
export function shareOfClient(context: PipelineContext): Step {
  return (req, res, next) => {
    const { principal, path, method, headers } = req.call;
    const body = method === 'GET' || method === 'HEAD' ? 0 : bytesOf(headers.contentLength) * BODY_MS_PER_BYTE;
    enter(context, req, res, principal?.clientId ?? '', (path === MCP_PATH ? MESSAGE_MS : CALL_MS) + body, next);
  };
}

/**
 * Shares the processor for pages and the platform API by the caller's network, which is known before anything is read.
 */
export function shareOfNetwork(context: PipelineContext): Step {
  return (req, res, next) => enter(context, req, res, networkOf(req.call.address), PAGE_MS, next);
}

/** Refuses a call without a valid credential in the turn of its network: the gateway knows nothing else about it. */
export function refuseInTurn(context: Sharing, req: GatewayRequest, res: ServerResponse, refuse: () => void): void {
  enter(context, req, res, networkOf(req.call.address), CALL_MS, refuse);
}

type Sharing = Pick<PipelineContext, 'fairShare' | 'meter' | 'left' | 'refuse'>;

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
  if (!entered) {
    context.meter.reducedCapacity.waiting += 1;
    context.refuse(req, res, 'temporary-reduced-capacity', TRY_AGAIN);
  }
}

function bytesOf(length: string | undefined): number {
  const bytes = Number(length ?? UNKNOWN_LENGTH);
  return Number.isFinite(bytes) ? bytes : UNKNOWN_LENGTH;
}
