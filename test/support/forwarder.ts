import { connect, createServer, type Socket } from 'node:net';

/** A fixed address in front of changing servers. */
export interface Forwarder {
  readonly port: number;
  /** New connections go to this port; existing ones are cut or stay. */
  turnTo(port: number, those?: 'cut' | 'stay'): void;
  /** From now on, nothing that a server sends arrives. `turnTo` ends this. */
  mute(): void;
  /** From now on nothing arrives, in either direction, and no connection ends: a network partition. */
  silence(): void;
  /** Ends the silence. Connections of before are cut. */
  heal(): void;
  close(): Promise<void>;
}

/**
 * Forwards connections to a port of this machine, like the address of a managed server that fails over.
 *
 * @param at its own port, by default a free one
 */
export async function startForwarder(port: number, at = 0): Promise<Forwarder> {
  let target = port;
  let muted = false;
  const sockets = new Set<Socket>();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  let silent = false;
  const server = createServer((near) => {
    if (silent) {
      sockets.add(near.on('error', () => {}).pause());
      return;
    }
    const far = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.once('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('data', (bytes) => {
        if (from === near || !muted) to.write(bytes);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener without a port');
  return {
    port: address.port,
    turnTo(next, those = 'cut') {
      target = next;
      muted = false;
      if (those === 'cut') cut();
    },
    mute() {
      muted = true;
    },
    silence() {
      silent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    heal() {
      silent = false;
      cut();
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      cut();
      return closed;
    },
  };
}
