import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { drain, listenOn, SERVER_LIMITS } from '../../../plugins/sdk/server/http-server.ts';
import { boundPipelining } from '../../../plugins/sdk/server/pipelining.ts';
import type { GatewayRequest } from '../../request/call/gateway-request.ts';
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

export interface ListenOptions {
  /** For HTTPS; default HTTP. */
  readonly certificate?: Certificate | null;
  /** Whether a request that asks for a WebSocket may get one; default none. The others are ordinary requests. */
  readonly switches?: (req: IncomingMessage) => boolean;
}

/** Listens for HTTP, or for HTTPS with a certificate. @throws if the address is in use or not permitted */
export async function listen(
  app: RequestListener,
  host: string,
  port: number,
  { certificate = null, switches = () => false }: ListenOptions = {},
): Promise<RunningServer> {
  const listener = boundPipelining(app);
  // The edge bounds the time of bodies, but for those of upstreams.
  const limits = {
    ...SERVER_LIMITS,
    requestTimeout: 0,
    shouldUpgradeCallback: (req: IncomingMessage) => isWebSocket(req) && switches(req),
  };
  const server = certificate === null ? createServer(limits, listener) : openTls(listener, limits, certificate);
  const switched = new Set<Socket>();
  server.on('upgrade', (req: IncomingMessage, socket: Socket, head: Buffer) => {
    switched.add(socket);
    socket.once('close', () => switched.delete(socket));
    // Without a listener an error would end the process.
    socket.on('error', () => socket.destroy());
    const switching: Pick<GatewayRequest, 'switching'> = { switching: { socket, head } };
    app(Object.assign(req, switching), answerOn(socket, req));
  });
  return {
    port: await listenOn(server, host, port),
    async drain(deadlineMs) {
      const deadline = setTimeout(() => {
        for (const socket of switched) socket.destroy();
      }, deadlineMs);
      await drain(server, deadlineMs);
      clearTimeout(deadline);
    },
  };
}

function isWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/** An answer on a connection that Node's server has given away: the connection ends with it. */
function answerOn(socket: Socket, req: IncomingMessage): ServerResponse {
  const res = new ServerResponse(req);
  res.shouldKeepAlive = false;
  res.assignSocket(socket);
  res.once('finish', () => socket.end());
  return res;
}

function openTls(app: RequestListener, limits: ServerOptions, certificate: Certificate): Server {
  const { cert, key } = certificate.current;
  const server = createTlsServer({ ...limits, handshakeTimeout: HANDSHAKE_MS, cert, key }, app);
  // Open connections keep the certificate that they started with.
  certificate.follow((pair) => server.setSecureContext({ cert: pair.cert, key: pair.key }));
  return server;
}
