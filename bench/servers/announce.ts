import type { Server } from 'node:http';

/** Prints the address of a server of the benchmark, as the gateway does. */
export function announce(server: Server): void {
  console.log(`listening on http://127.0.0.1:${portOf(server)}`);
}

export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener without a port');
  return address.port;
}
