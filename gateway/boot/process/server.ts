import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { drain, listenOn, SERVER_LIMITS } from '../../../plugins/sdk/server/http-server.ts';
import { boundPipelining } from '../../../plugins/sdk/server/pipelining.ts';
import type { Certificate } from '../tls/certificate.ts';

/** Node's default of two minutes is too long for a caller that opens a connection and sends nothing. */
const HANDSHAKE_MS = 10_000;

export interface RunningServer {
  readonly port: number;
  /**
   * Stops accepting connections, waits for running requests and closes. Requests that are still running at the deadline
   * are aborted.
   */
  drain(deadlineMs: number): Promise<void>;
}

/** Listens for HTTP, or for HTTPS with a certificate. @throws if the address is in use or not permitted */
export async function listen(
  app: RequestListener,
  host: string,
  port: number,
  certificate: Certificate | null = null,
): Promise<RunningServer> {
  const listener = boundPipelining(app);
  const server = certificate === null ? createServer(SERVER_LIMITS, listener) : openTls(listener, certificate);
  return { port: await listenOn(server, host, port), drain: (deadlineMs) => drain(server, deadlineMs) };
}

function openTls(app: RequestListener, certificate: Certificate): Server {
  const { cert, key } = certificate.current;
  const server = createTlsServer({ ...SERVER_LIMITS, handshakeTimeout: HANDSHAKE_MS, cert, key }, app);
  // Open connections keep the certificate that they started with.
  certificate.follow((pair) => server.setSecureContext({ cert: pair.cert, key: pair.key }));
  return server;
}
