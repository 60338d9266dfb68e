import { createServer, type Socket } from 'node:net';

/** A server that accepts every connection, reads everything and never answers. */
export interface BlackHole {
  readonly port: number;
  /** The number of its open connections. */
  connections(): number;
  /** Bytes it has been sent so far. */
  swallowed(): number;
  close(): Promise<void>;
}

/**
 * Behaves like a host whose process hangs: connections open and nothing comes back, so only a time limit on each
 * command helps.
 */
export async function startBlackHole(port = 0): Promise<BlackHole> {
  const sockets = new Set<Socket>();
  let bytes = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener without a port');
  return {
    port: address.port,
    connections: () => sockets.size,
    swallowed: () => bytes,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      return closed;
    },
  };
}
