import type { Server, ServerOptions } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { endSlowReaders } from './slow-readers.ts';

/** During a drain, idle connections stay open this long, so that a request already on its way is still answered. */
const IDLE_GRACE_MS = 1_000;

/** Limits and options of every HTTP server of ours. */
export const SERVER_LIMITS: ServerOptions = {
  // A request without a body is a stream that has ended and emits no events, which spares every call some microseconds.
  // `readBodyOrStream` reads it as empty.
  optimizeEmptyRequests: true,
  // Slow senders must not hold sockets for ever.
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than callers keep an idle connection (load balancers 60 s, our gateway less). If the server closed first, a
  // request on its way would meet a closed connection.
  keepAliveTimeout: 65_000,
  // More than the longest address and its headers need; beyond it Node answers 431.
  maxHeaderSize: 32_768,
};

/**
 * Starts listening, and from then on ends connections whose callers do not read.
 *
 * @returns the port
 * @throws if the address is taken or not ours
 */
export async function listenOn(server: Server, host: string, port: number): Promise<number> {
  endSlowReaders(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Stops accepting connections, lets running requests finish and closes. The deadline cuts off the rest. */
export async function drain(server: Server, deadlineMs: number): Promise<void> {
  // http.Server's close() cuts idle keep-alive connections at once, and with them requests that are on their way.
  // Closing only the listener leaves them time; every answer from now on says `Connection: close`.
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
  const idle = setTimeout(() => server.closeIdleConnections(), Math.min(IDLE_GRACE_MS, deadlineMs));
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_GRACE_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
  await closed;
  clearTimeout(idle);
  clearInterval(sweep);
  clearTimeout(deadline);
}
