import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How slowly a caller may read an answer. */
export interface ReadingLimits {
  /** Milliseconds during which a caller need not read anything. */
  readonly graceMs: number;
  /** Bytes a second that a caller must read after the grace. */
  readonly leastRate: number;
  /** Milliseconds between two checks of all connections. */
  readonly everyMs: number;
}

/** The longest answer, the OpenAPI document, has 1.5 MB: a caller has over a minute to read it. */
const READING_LIMITS: ReadingLimits = { graceMs: 30_000, leastRate: 32_768, everyMs: 5_000 };

/** A period in which a connection sent none of its waiting bytes. */
interface Stall {
  /** Bytes that the connection had sent when it began. */
  readonly sent: number;
  readonly endsAt: number;
}

/**
 * Closes connections whose callers do not read their answers: each holds a socket, the waiting answers and, for an
 * export, its place in the queue. Node's own timeouts close connections that are idle or send too slowly. One check of
 * all connections every few seconds costs the calls nothing.
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
  // With TLS the answers wait in the secure socket; the plain one has nothing to write.
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
