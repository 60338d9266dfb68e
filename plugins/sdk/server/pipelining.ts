import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Most requests of one connection that may wait for earlier answers. Clients that pipeline send a few dozen. */
export const MOST_PIPELINED = 256;

/**
 * Bounds the requests that one connection sends without waiting for answers: beyond `MOST_PIPELINED` it is closed.
 * Node pauses a connection whose answers are not read, but not one whose answers are still being computed. Without the
 * bound, 1.6 MB of requests sent at once made the process hold 90 MB.
 */
export function boundPipelining(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();

  function count(socket: Socket, res: ServerResponse): void {
    const waits = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, waits);
    if (waits > MOST_PIPELINED) socket.destroy();
    else res.once('socket', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  }

  return (req, res) => {
    // An answer has no socket until all answers before it are sent.
    if (res.socket === null) count(req.socket, res);
    if (!req.socket.destroyed) listener(req, res);
  };
}
