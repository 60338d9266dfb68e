import type { RequestListener, ServerResponse } from 'node:http';
import express, { type ErrorRequestHandler, type Request, type Response } from 'express';
import type { Call } from '../request/call/call.ts';
import type { GatewayRequest } from '../request/call/gateway-request.ts';
import { inOrder } from '../request/pipeline/in-order.ts';
import type { PipelineContext } from '../request/pipeline/pipeline-context.ts';
import type { Step } from '../request/pipeline/step.ts';
import { shareOfNetwork } from '../request/steps/share.ts';
import type { PublicPages } from './public-pages.ts';

/** Express hands its handlers the call that the edge has put on the request. */
declare global {
  namespace Express {
    interface Request {
      call: Call;
    }
  }
}

/** Answers a request on which a step failed. */
export type Failed = (error: unknown, req: GatewayRequest, res: ServerResponse) => void;

/** The Express application of the public pages. It answers every request. */
export function pagesApplication(
  context: PipelineContext,
  { portal, docs, platform, dashboard }: Omit<PublicPages, 'health'>,
  failed: Failed,
): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // The edge reads queries itself: strictly, once, and with the key taken out.
  app.disable('query parser');
  app.use(inOrder<Request, Response>(shareOfNetwork(context), portal, docs, platform, dashboard, notFound(context)));
  const onError: ErrorRequestHandler = (error, req, res, _next) => failed(error, req, res);
  app.use(onError);
  return app;
}

function notFound({ refuse }: PipelineContext): Step {
  return (req, res) => refuse(req, res, 'not-found');
}
