import type { Server, ServerOptions } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { endSlowReaders } from './slow-readers.ts';

/** During a drain idle connections stay this long: a request that is already on its way still finds somebody. */
const IDLE_GRACE_MS = 1_000;

/** What every server of ours limits. */
export const SERVER_LIMITS: ServerOptions = {
  // Slow senders must not hold sockets for ever.
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than whoever calls keeps an idle connection (load balancers 60 s, our gateway less): were it the server that
  // closes first, a request on its way would meet a closed connection.
  keepAliveTimeout: 65_000,
  // A byte more than the longest address and its headers would ever need; beyond it Node answers 431.
  maxHeaderSize: 32_768,
};

/** Listens, ends callers who do not read from then on, and tells the port. @throws if the address is taken or not ours */
export async function listenOn(server: Server, host: string, port: number): Promise<number> {
  endSlowReaders(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Stops accepting connections, lets running requests finish and closes. Requests still running at the deadline are cut off. */
export async function drain(server: Server, deadlineMs: number): Promise<void> {
  // http.Server's own close() would cut idle keep-alive connections at once, and with them requests that a client has
  // just sent. Closing only the listener leaves them time; every answer from now on says `Connection: close`.
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
