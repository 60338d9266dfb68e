import type { ServerResponse } from 'node:http';
import type { GatewayRequest } from '../call/gateway-request.ts';

/** Passes the request to the next step. An error ends the pipeline and becomes an `internal-error`. */
export type Next = (error?: unknown) => void;

/** One step of the pipeline. It either answers the request or calls `next`, exactly once. */
export type Step = (req: GatewayRequest, res: ServerResponse, next: Next) => void;
