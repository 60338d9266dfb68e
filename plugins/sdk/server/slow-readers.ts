import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How slowly an answer may be read. */
export interface ReadingLimits {
  /** Milliseconds in which a reader need not take anything. */
  readonly graceMs: number;
  /** Bytes a second that it must take of what waits for it, beyond the grace. */
  readonly leastRate: number;
  /** How often all connections are looked at, in milliseconds. */
  readonly everyMs: number;
}

/** The longest answer, the OpenAPI document, has 1.5 MB: a reader has over a minute for it. */
const READING_LIMITS: ReadingLimits = { graceMs: 30_000, leastRate: 32_768, everyMs: 5_000 };

/** Since when a connection has sent nothing of what waits. */
interface Stall {
  /** Bytes that the connection had sent by then. */
  readonly sent: number;
  readonly endsAt: number;
}

/**
 * Ends connections whose callers do not read their answers: each holds a socket, the answers that wait, and an export its
 * place. Node's own timeouts end callers who send too slowly, and idle ones. One look at all connections every few seconds
 * costs the calls nothing.
 */
export function endSlowReaders(server: Server, limits = READING_LIMITS): void {
  const connections = new Set<Socket>();
  const stalls = new Map<Socket, Stall>();
  const follow = (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => {
      connections.delete(socket);
      stalls.delete(socket);
    });
  };
  // With TLS the answers wait in the second: the first has nothing to write then.
  server.on('connection', follow);
  server.on('secureConnection', follow);
  const timer = setInterval(() => {
    const now = performance.now();
    for (const socket of connections) look(socket, now);
  }, limits.everyMs);
  timer.unref();
  server.once('close', () => clearInterval(timer));

  function look(socket: Socket, now: number): void {
    const waits = socket.writableLength;
    if (waits === 0) {
      stalls.delete(socket);
      return;
    }
    const sent = socket.bytesWritten - waits;
    const stall = stalls.get(socket);
    if (stall === undefined || stall.sent !== sent) {
      stalls.set(socket, { sent, endsAt: now + limits.graceMs + (waits / limits.leastRate) * 1_000 });
    } else if (now >= stall.endsAt) {
      socket.destroy();
    }
  }
}
