import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import type { Step } from '../pipeline/step.ts';

/** What the platform answers is for its own pages alone. */
const OWN_PAGES_ONLY = /^\/platform(\/|$)/;

/** Headers that the API reads, and that a page may not send elsewhere without being told so. */
const MAY_SEND = 'X-API-Key, Authorization, Content-Type, MCP-Protocol-Version, MCP-Method, MCP-Name';

/** Two hours, which is as long as Chromium keeps it. */
const KEPT_SECONDS = '7200';

/**
 * Lets pages of the origins in `CORS_ORIGINS` call the API (Fetch standard, CORS protocol); of no other, and by default of
 * none. Browsers ask first, without the key: that question is answered here.
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
