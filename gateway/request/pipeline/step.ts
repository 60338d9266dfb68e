import type { ServerResponse } from 'node:http';
import type { GatewayRequest } from '../call/gateway-request.ts';

/** Hands the request to the next step. An error ends the pipeline and becomes an `internal-error`. */
export type Next = (error?: unknown) => void;

/** One step of the pipeline: it answers the request, or it calls `next`. It does exactly one of the two, once. */
export type Step = (req: GatewayRequest, res: ServerResponse, next: Next) => void;
