import type { Request, RequestHandler, Response } from 'express';
import { MCP_PATH } from '../plugins/mcp-endpoint.ts';
import { networkOf } from './network-of.ts';
import type { Steps } from './steps.ts';

/** What a call costs at least, in milliseconds: to be read, admitted and answered. */
const CALL_MS = 0.05;
/** A page, or a call of the accounts API, which reads records. */
const PAGE_MS = 1;
/** A message of MCP, which its library reads. */
const MESSAGE_MS = 1;
/** To read and check a body. A megabyte takes some 20 ms. */
const BODY_MS_PER_BYTE = 20 / 1_000_000;
/** For a body whose length nobody has said. */
const UNKNOWN_LENGTH = 64_000;

/** Calls with a key wait for other clients while their own has more than its share of the processor. */
export function shareOfClient(steps: Steps): RequestHandler {
  return (req, res, next) => {
    const { principal, path, method, headers } = req.call;
    const body = method === 'GET' || method === 'HEAD' ? 0 : bytesOf(headers.contentLength) * BODY_MS_PER_BYTE;
    enter(steps, req, res, principal?.clientId ?? '', (path === MCP_PATH ? MESSAGE_MS : CALL_MS) + body, next);
  };
}

/** Pages and the accounts API: the network of the caller is the party, since it is known before anything is read. */
export function shareOfNetwork(steps: Steps): RequestHandler {
  return (req, res, next) => enter(steps, req, res, networkOf(req.call.address), PAGE_MS, next);
}

/** A call whose credential is not valid is refused in the turn of its network: of no other party is anything known. */
export function refuseInTurn(steps: Sharing, req: Request, res: Response, refuse: () => void): void {
  enter(steps, req, res, networkOf(req.call.address), CALL_MS, refuse);
}

type Sharing = Pick<Steps, 'fairShare' | 'left' | 'refuse'>;

function enter(steps: Sharing, req: Request, res: Response, party: string, leastMs: number, next: () => void): void {
  const entered = steps.fairShare.enter(party, leastMs, () => {
    if (res.destroyed) steps.left(req);
    else next();
  });
  if (!entered) steps.refuse(req, res, 'temporary-reduced-capacity', { headers: ['Retry-After', '1'] });
}

function bytesOf(length: string | undefined): number {
  const bytes = Number(length ?? UNKNOWN_LENGTH);
  return Number.isFinite(bytes) ? bytes : UNKNOWN_LENGTH;
}
