import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import type { Step } from '../pipeline/step.ts';

/** Only the gateway's own pages may read the answers of the platform API. */
const OWN_PAGES_ONLY = /^\/platform(\/|$)/;

/** Headers that the API reads, and that a page may send only if the preflight answer allows them. */
const MAY_SEND = 'X-API-Key, Authorization, Content-Type, Idempotency-Key, MCP-Protocol-Version, MCP-Method, MCP-Name';

/** How long a browser may cache the preflight answer: two hours, the maximum in Chromium. */
const KEPT_SECONDS = '7200';

/**
 * Lets pages of the origins in `CORS_ORIGINS` call the API (Fetch standard, CORS protocol). The list is empty by
 * default. A browser sends a preflight request without the key; this step answers it.
 */
export function crossOrigin({ send, crossOrigins }: PipelineContext): Step {
  return (req, res, next) => {
    const { call } = req;
    const { origin } = call.headers;
    if (origin === undefined || !crossOrigins.has(origin) || OWN_PAGES_ONLY.test(call.path)) {
      next();
      return;
    }
    call.pageOrigin = origin;
    if (req.method !== 'OPTIONS' || req.headers['access-control-request-method'] === undefined) {
      next();
      return;
    }
    const may = ['Access-Control-Allow-Methods', 'GET, HEAD, POST', 'Access-Control-Allow-Headers', MAY_SEND];
    send(req, res, 204, [...may, 'Access-Control-Max-Age', KEPT_SECONDS], '');
  };
}
