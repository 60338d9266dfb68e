import type { IncomingMessage } from 'node:http';

/** Time in which a body must arrive, in milliseconds. */
const BODY_MS = 30_000;

const TOO_LATE = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Closes the connection of a request whose body has not arrived in time, so that slow senders hold no sockets. Node's own
 * limit cannot spare single requests.
 *
 * @param ms milliseconds, default 30,000
 */
export function limitBodyTime(req: IncomingMessage, ms = BODY_MS): void {
  const timer = setTimeout(() => {
    if (!req.complete) req.socket.end(TOO_LATE, () => req.socket.destroy());
  }, ms).unref();
  timers.set(req, timer);
  req.once('close', () => clearTimeout(timer));
}

/** Lets a body take its time: the upstream that reads it has a limit for pauses. */
export function spareBodyTime(req: IncomingMessage): void {
  clearTimeout(timers.get(req));
}
