import type { RequestListener } from 'node:http';
import { batch } from './calculation/doors/batch/batch.ts';
import { mcp } from './calculation/doors/mcp/mcp.ts';
import { admit } from './calculation/doors/single/admit.ts';
import { answer } from './calculation/doors/single/answer.ts';
import { compute } from './calculation/doors/single/compute.ts';
import { upstream } from './calculation/doors/upstream/upstream.ts';
import type { GatewayRequest } from './request/call/gateway-request.ts';
import { inOrder } from './request/pipeline/in-order.ts';
import type { PipelineContext } from './request/pipeline/pipeline-context.ts';
import type { Step } from './request/pipeline/step.ts';
import { HSTS } from './request/respond/respond.ts';
import { isKeyed } from './request/routes/key-first.ts';
import { authorize } from './request/steps/authorize.ts';
import { credentials } from './request/steps/credentials.ts';
import { crossOrigin } from './request/steps/cross-origin.ts';
import { edge } from './request/steps/edge.ts';
import { idempotencyKey } from './request/steps/idempotency-key.ts';
import {
  policiesAfterAuth,
  policiesBeforeAnswer,
  policiesBeforeAuth,
  policiesBeforeLists,
} from './request/steps/policies.ts';
import { principal } from './request/steps/principal.ts';
import { shareOfClient } from './request/steps/share.ts';
import { shedLoad } from './request/steps/shed-load.ts';
import { loadedOnce } from './threads/loaded-once.ts';
import type { Failed } from './web/pages-application.ts';
import type { PublicPages } from './web/public-pages.ts';

/** Makes a step, or `null` if it would have nothing to do. */
type MakeStep = (context: PipelineContext) => Step | null;

/** The steps of every request: the API, the platform, the documentation and the dashboard pass them. */
const EVERY_REQUEST: readonly MakeStep[] = [edge, crossOrigin, policiesBeforeAuth];

/**
 * The steps of a call with a key, which is every call that no public page answers. `batch` and `mcp` answer their requests
 * themselves: a step that guards them stands before them.
 */
const KEYED_CALL: readonly MakeStep[] = [
  credentials,
  principal,
  shareOfClient,
  authorize,
  policiesAfterAuth,
  shedLoad,
  upstream,
  idempotencyKey,
  policiesBeforeLists,
  batch,
  mcp,
  compute,
  policiesBeforeAnswer,
  admit,
  answer,
];

/** A marketplace's credentials never open these paths: a request with such credentials is a keyed call there too. */
const DIRECT_ONLY = /^\/(platform|mcp)(\/|$)/;

/**
 * Builds the gateway's application. Read the two lists of steps above to see what happens to a request. The steps work on
 * Node's own request and response; only the public pages use Express, which makes every request it handles slower.
 */
export function createApp(context: PipelineContext, pages: PublicPages): RequestListener {
  const prepared = (steps: readonly MakeStep[]) => steps.map((step) => step(context)).filter((step) => step !== null);
  const failed = unexpected(context);
  const steps = inOrder(...prepared(EVERY_REQUEST), publicPages(context, pages, failed), ...prepared(KEYED_CALL));
  return (req, res) => {
    // The edge, which is the first step, puts the call on the request.
    const request = req as GatewayRequest;
    steps(request, res, (error) => failed(error, request, res));
  };
}

/**
 * Answers every request that lies below no keyed path and below no plugin's mount; all others go on. Express is loaded at
 * the first request for a page: a gateway that only answers calls starts without it.
 */
function publicPages(context: PipelineContext, { health, ...pages }: PublicPages, failed: Failed): Step {
  const { routes } = context;
  const application = loadedOnce(async () =>
    (await import('./web/pages-application.ts')).pagesApplication(context, pages, failed),
  );
  return (req, res, next) => {
    const { path, headers, secure } = req.call;
    if (isKeyed(routes, path) || (headers.marketplace !== null && DIRECT_ONLY.test(path))) {
      next();
      return;
    }
    if (secure) res.setHeader(...HSTS);
    health(req, res, () => {
      application()
        .then((answer) => answer(req, res))
        .catch(next);
    });
  };
}

/** The last resort: a bug of ours. The caller learns the request id, the log the reason. It never throws. */
function unexpected({ refuse, onError }: PipelineContext): Failed {
  return (error, req, res) => {
    try {
      onError(error, req.call.id);
      if (res.headersSent) res.destroy();
      else refuse(req, res, 'internal-error');
    } catch (again) {
      // Not even the problem could be answered. An error that leaves here would end the process.
      onError(new AggregateError([error, again], 'a failed request could not be answered'), '');
      res.destroy();
    }
  };
}
