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
  /** From now on a connection is reset once a server has sent this many bytes on it: in the middle of an answer. */
  resetAfter(bytes: number): void;
  /** Ends the silence and the resets. Connections of before are cut. */
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
  let mostBytes = Number.POSITIVE_INFINITY;
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
    let bytesLeft = mostBytes;
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
      from.on('data', (bytes: Buffer) => {
        if (from === near) far.write(bytes);
        else if (!muted) {
          near.write(bytes.subarray(0, bytesLeft));
          bytesLeft -= bytes.length;
          if (bytesLeft <= 0) near.resetAndDestroy();
        }
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
    resetAfter(bytes) {
      mostBytes = bytes;
      cut();
    },
    heal() {
      silent = false;
      mostBytes = Number.POSITIVE_INFINITY;
      cut();
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      cut();
      return closed;
    },
  };
}
