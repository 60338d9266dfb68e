import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import type { Step } from '../pipeline/step.ts';

/** Only its own pages may read the answers of the platform. */
const OWN_PAGES_ONLY = /^\/platform(\/|$)/;

/** Headers that the API reads, and that a browser lets a page send only where it was told so. */
const MAY_SEND = 'X-API-Key, Authorization, Content-Type, MCP-Protocol-Version, MCP-Method, MCP-Name';

/** How long a browser may keep the answer: two hours, the longest time that Chromium accepts. */
const KEPT_SECONDS = '7200';

/**
 * Lets pages of the origins in `CORS_ORIGINS` call the API (Fetch standard, CORS protocol). By default there are no such
 * origins. A browser asks first, without the key; this step answers that question.
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
