import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { createRequire } from 'node:module';
import type { Duplex } from 'node:stream';
import type { RequestHandler } from 'http-proxy-middleware';
import { IDLE_MS } from '../remote/connections.ts';

/** What the proxy library tells of a request on its way. */
export interface Passage {
  /** The request is about to be sent. */
  sent(question: ClientRequest): void;
  answered(answer: IncomingMessage): void;
  /** May be called more than once. */
  failed(error: Error): void;
}

/** An answer to a request for a WebSocket: the library writes it to the connection, with the headers that it has then. */
export interface SwitchingPassage extends Passage {
  /** The upstream has switched. */
  switched(answer: IncomingMessage): void;
}

export type InstanceProxy = RequestHandler<IncomingMessage, ServerResponse>;

const passages = new WeakMap<IncomingMessage, Passage | SwitchingPassage>();
const require = createRequire(import.meta.url);

/**
 * A proxy to one address. The first one loads http-proxy-middleware.
 *
 * @param most connections at a time
 * @param timeout milliseconds without a byte after which a call breaks off
 */
export function proxyTo(target: URL, most: number, timeout: number): InstanceProxy {
  const { createProxyMiddleware, proxyEventsPlugin } =
    require('http-proxy-middleware') as typeof import('http-proxy-middleware');
  const agent = new (target.protocol === 'https:' ? TlsAgent : Agent)({
    keepAlive: true,
    maxSockets: most,
    timeout: IDLE_MS,
  });
  return createProxyMiddleware<IncomingMessage, ServerResponse>({
    target,
    agent,
    changeOrigin: true,
    selfHandleResponse: true,
    proxyTimeout: timeout,
    upgradeTimeout: timeout,
    // The errors reach the caller as problems of the gateway.
    ejectPlugins: true,
    plugins: [proxyEventsPlugin],
    on: {
      proxyReq: (question, req) => passages.get(req)?.sent(question),
      proxyReqWs(question, req) {
        const passage = passages.get(req);
        if (passage === undefined || !('switched' in passage)) return;
        passage.sent(question);
        // Before the library hears of the answer, and writes it.
        question.once('upgrade', (answer) => passage.switched(answer));
        question.once('response', (answer) => passage.answered(answer));
      },
      proxyRes: (answer, req) => passages.get(req)?.answered(answer),
      error: (error, req) => passages.get(req)?.failed(error),
    },
  });
}

/** Sends a request through a proxy. Its headers and target are those that the upstream gets. */
export function pass(proxy: InstanceProxy, req: IncomingMessage, res: ServerResponse, passage: Passage): void {
  passages.set(req, passage);
  const failed = (error: unknown) => passage.failed(error instanceof Error ? error : new Error('not forwarded'));
  proxy(req, res, failed).catch(failed);
}

/** Sends a request for a WebSocket through a proxy. */
export function passUpgrade(
  proxy: InstanceProxy,
  req: IncomingMessage,
  connection: { readonly socket: Duplex; readonly head: Buffer },
  passage: SwitchingPassage,
): void {
  passages.set(req, passage);
  proxy.upgrade(req, connection.socket as Parameters<InstanceProxy['upgrade']>[1], connection.head);
}
