import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { drain, listenOn, SERVER_LIMITS } from '../../../plugins/sdk/server/http-server.ts';
import { boundPipelining } from '../../../plugins/sdk/server/pipelining.ts';
import type { Certificate } from '../tls/certificate.ts';

/** Node would wait two minutes for a caller who opens a connection and says nothing. */
const HANDSHAKE_MS = 10_000;

export interface RunningServer {
  readonly port: number;
  /**
   * Stops accepting connections, lets running requests finish and closes. Requests still running at the deadline are
   * cut off.
   */
  drain(deadlineMs: number): Promise<void>;
}

/** Listens, for HTTPS where there is a certificate. @throws if the address is taken or not ours */
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
  // Connections that are open go on with the certificate that they began with.
  certificate.follow((pair) => server.setSecureContext({ cert: pair.cert, key: pair.key }));
  return server;
}
