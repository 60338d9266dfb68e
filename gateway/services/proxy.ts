import type { IncomingMessage } from 'node:http';
import { createProxyMiddleware, definePlugin } from 'http-proxy-middleware';
import type { Attempt } from './attempt.ts';

/** Sends a caller's request on, as the attempt has it. */
export type ServiceProxy = (caller: IncomingMessage, attempt: Attempt) => void;

/**
 * Makes the proxy of a service, once: one made for each request would leave its listeners behind. What it sends is the
 * attempt's alone: of the caller's request it takes neither path nor headers nor body.
 */
export function createServiceProxy(): ServiceProxy {
  const proxy = createProxyMiddleware<IncomingMessage, Attempt>({
    router(_caller, attempt, options) {
      if (attempt === undefined) throw new Error('upgrades are refused at the edge');
      const { instance, asked } = attempt;
      // Of this request alone: the proxy hands its options to every router as a copy.
      Object.assign(options, { agent: instance.connections, method: asked.method, buffer: asked.body });
      return { ...instance.address, pathname: asked.path };
    },
    ignorePath: true,
    selfHandleResponse: true,
    // They write answers of their own, and log addresses.
    ejectPlugins: true,
    plugins: [
      definePlugin<IncomingMessage, Attempt>((server) => {
        server.on('proxyReq', (upstream, _caller, attempt) => attempt.sends(upstream));
        server.on('proxyRes', (answer, _caller, attempt) => attempt.receives(answer));
        server.on('error', (error, _caller, attempt) => {
          if (attempt && 'fails' in attempt) attempt.fails(told(error));
        });
        server.on('econnreset', (error, _caller, attempt) => attempt.fails(told(error)));
      }),
    ],
  });
  return (caller, attempt) => {
    // Headers go by way of the caller's request, where the proxy looks for them.
    caller.headers = { ...attempt.asked.headers };
    void proxy(caller, attempt, (error) => attempt.fails(told(error)));
  };
}

/** An error in a word or two; its message might repeat what a caller has sent. */
function told(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
