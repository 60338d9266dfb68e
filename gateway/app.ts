import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Router } from 'express';
import { batch } from './batch/batch.ts';
import { mcp } from './mcp/mcp.ts';
import { access } from './pipeline/access.ts';
import { compute } from './pipeline/compute.ts';
import { credentials } from './pipeline/credentials.ts';
import { crossOrigin } from './pipeline/cross-origin.ts';
import { edge } from './pipeline/edge.ts';
import { forward } from './pipeline/forward.ts';
import { inOrder } from './pipeline/in-order.ts';
import { principal } from './pipeline/principal.ts';
import { quota } from './pipeline/quota.ts';
import { HTTPS_FROM_NOW_ON } from './pipeline/respond.ts';
import { shareOfClient, shareOfNetwork } from './pipeline/share.ts';
import type { Steps } from './pipeline/steps.ts';

/** Pages that need no key. */
export interface PublicPages {
  readonly health: Router;
  readonly docs: RequestHandler;
  readonly platform: RequestHandler;
  readonly dashboard: RequestHandler;
}

/** Below these paths the key comes first, whatever else is wrong with a request. */
const KEYED = /^\/(api(\/|$)|mcp$)/;

/** What a marketplace's credentials never open: with them its own doors are not even asked. */
const DIRECT_ONLY = /^\/(platform|mcp)(\/|$)/;

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
      crossOrigin(steps),
      unkeyed(steps, pages.health, shareOfNetwork(steps), pages.docs, pages.platform, pages.dashboard, notFound(steps)),
      credentials(steps),
      principal(steps),
      shareOfClient(steps),
      access(steps),
      batch(steps),
      mcp(steps),
      compute(steps),
      quota(steps),
      forward(steps),
    ),
  );
  app.use(unexpected(steps));
  return app;
}

/** Pages that need no key: they answer everything that lies below no keyed path and below no plugin's mount. */
function unkeyed({ routes }: Steps, ...handlers: readonly RequestHandler[]): RequestHandler {
  const answer = inOrder(...handlers);
  return (req, res, next) => {
    const { path } = req.call;
    const { marketplace } = req.call.headers;
    if (KEYED.test(path) || routes.current.mountOf(path) || (marketplace !== null && DIRECT_ONLY.test(path))) {
      next();
      return;
    }
    if (req.call.secure) res.setHeader(...HTTPS_FROM_NOW_ON);
    answer(req, res, next);
  };
}

function notFound({ refuse }: Steps): RequestHandler {
  return (req, res) => refuse(req, res, 'not-found');
}

/** The last resort: a bug of ours. The caller learns the request id, the log the reason. */
function unexpected({ refuse, onError }: Steps): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    onError(error, req.call.id);
    if (res.headersSent) res.destroy();
    else refuse(req, res, 'internal-error');
  };
}
