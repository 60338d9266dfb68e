import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Router } from 'express';
import type { ProblemCode } from './errors/catalogue.ts';
import { access } from './pipeline/access.ts';
import { compute } from './pipeline/compute.ts';
import { credentials } from './pipeline/credentials.ts';
import { edge } from './pipeline/edge.ts';
import { forward } from './pipeline/forward.ts';
import { inOrder } from './pipeline/in-order.ts';
import { principal } from './pipeline/principal.ts';
import { quota } from './pipeline/quota.ts';
import type { Steps } from './pipeline/steps.ts';
import { LARGEST_FORM } from './platform/set-password.ts';

/** Pages that need no key. */
export interface PublicPages {
  readonly health: Router;
  readonly docs: RequestHandler;
  readonly platform: Router;
}

/** Below these paths the key comes first, whatever else is wrong with a request. */
const KEYED = /^\/api(\/|$)/;

/** Builds the gateway's application. To read it from top to bottom is to read what happens to a request. */
export function createApp(steps: Steps, pages: PublicPages): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // The pipeline reads queries itself: strictly, once, and with the key taken out.
  app.disable('query parser');

  app.use(
    inOrder(
      edge(steps),
      unkeyed(pages.health, pages.docs, pages.platform, notFound(steps)),
      credentials(steps),
      principal(steps),
      access(steps),
      compute(steps),
      quota(steps),
      forward(steps),
    ),
  );
  app.use(unexpected(steps));
  return app;
}

/** Pages that need no key: they answer everything that does not begin with a keyed path. */
function unkeyed(...handlers: readonly RequestHandler[]): RequestHandler {
  const answer = inOrder(...handlers);
  return (req, res, next) => {
    if (KEYED.test(req.call.path)) next();
    else answer(req, res, next);
  };
}

function notFound({ refuse }: Steps): RequestHandler {
  return (req, res) => refuse(req, res, 'not-found');
}

/** The last resort: a bug of ours. The caller learns the request id, the log the reason. */
function unexpected({ refuse, onError }: Steps): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    const bodyProblem = BODY_PROBLEMS[statusOf(error)];
    if (bodyProblem === undefined) onError(error, req.call.id);
    if (res.headersSent) res.destroy();
    else refuse(req, res, bodyProblem ?? 'internal-error', { values: { max: LARGEST_FORM } });
  };
}

/** What Express's body parser refuses, by the status it gives its errors. */
const BODY_PROBLEMS: Readonly<Record<number, ProblemCode>> = {
  400: 'malformed-json',
  413: 'payload-too-large',
  415: 'unsupported-media-type',
};

function statusOf(error: unknown): number {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 500;
}
