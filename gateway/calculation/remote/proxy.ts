import type { IncomingMessage } from 'node:http';
import { createProxyMiddleware, definePlugin } from 'http-proxy-middleware';
import type { Attempt } from './attempt.ts';

/** Sends an attempt to its instance. */
export type ServiceProxy = (attempt: Attempt) => void;

/**
 * Creates the proxy of a service, once: a proxy for each request would leak its listeners. The proxy sends the request
 * of the attempt. The attempt is also the request and the response that the library expects.
 */
export function createServiceProxy(): ServiceProxy {
  const proxy = createProxyMiddleware<IncomingMessage, Attempt>({
    router(_request, attempt, options) {
      if (attempt === undefined) throw new Error('the edge refuses upgrades');
      const { instance, body, asked } = attempt;
      // The library passes a copy of its options to the router, so this affects one attempt only.
      Object.assign(options, { agent: instance.connections, method: asked.method, buffer: body });
      return { ...instance.address, pathname: asked.path };
    },
    ignorePath: true,
    selfHandleResponse: true,
    // The library's own plugins write answers and log URLs.
    ejectPlugins: true,
    plugins: [
      definePlugin<IncomingMessage, Attempt>((server) => {
        server.on('proxyReq', (upstream, _request, attempt) => attempt.sends(upstream));
        server.on('proxyRes', (answer, _request, attempt) => attempt.receives(answer));
        server.on('error', (error, _request, attempt) => {
          if (attempt && 'fails' in attempt) attempt.fails(shortReason(error));
        });
        server.on('econnreset', (error, _request, attempt) => attempt.fails(shortReason(error)));
      }),
    ],
  });
  return (attempt) => void proxy(attempt.req, attempt, (error) => attempt.fails(shortReason(error)));
}

/** An error in a word or two, for the log. Its message might contain input of the caller. */
function shortReason(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
