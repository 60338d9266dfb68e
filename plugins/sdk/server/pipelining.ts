import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that may wait for the answers before theirs. Clients that pipeline send a few dozen. */
export const MOST_PIPELINED = 256;

/**
 * Bounds the requests that one connection sends without waiting for answers: beyond `MOST_PIPELINED` it is ended. Node
 * stops reading a connection whose answers are not taken, but not one whose answers are still being made, so a caller
 * who sent 1.6 MB of requests at once made the process hold 90 MB.
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
    // An answer has no socket while answers before it are under way.
    if (res.socket === null) count(req.socket, res);
    if (!req.socket.destroyed) listener(req, res);
  };
}
