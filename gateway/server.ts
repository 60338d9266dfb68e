import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';

/** Longest time for the headers, and for a whole request with its body: slow senders must not hold sockets for ever. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;

/** Longer than the idle time of usual load balancers (60 s): the side that closes first must not be ours. */
const KEEP_ALIVE_MS = 65_000;

/** During a drain idle connections stay this long: a request that is already on its way still finds somebody. */
const IDLE_GRACE_MS = 1_000;

export interface RunningServer {
  readonly port: number;
  /**
   * Stops accepting connections, lets running requests finish and closes. Requests still running at the deadline are
   * cut off.
   */
  drain(deadlineMs: number): Promise<void>;
}

/** Listens. @throws if the address is taken or not ours */
export async function listen(app: RequestListener, host: string, port: number): Promise<RunningServer> {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // A byte more than the longest address and its headers would ever need; beyond it Node answers 431.
      maxHeaderSize: 32_768,
    },
    app,
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return { port: address.port, drain: (deadlineMs) => drain(server, deadlineMs) };
}

async function drain(server: Server, deadlineMs: number): Promise<void> {
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
