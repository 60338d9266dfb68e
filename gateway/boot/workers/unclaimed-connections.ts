import type { Worker } from 'node:cluster';

/**
 * Closes the connections that a worker was handed but had not accepted when it died. Node's primary passes a connection
 * in an internal message and keeps it open until the worker acknowledges it. If the worker dies first, Node never
 * closes it, and its caller would wait forever (nodejs/node#21746).
 */
export function closeUnclaimedConnections({ process }: Worker): void {
  const unclaimed = new Map<unknown, Closeable>();
  process.send = new Proxy(process.send, {
    apply(send, self, args: [message: unknown, handle?: unknown]) {
      const [message, handle] = args;
      if (isNewConnection(message) && isCloseable(handle)) unclaimed.set(message.seq, handle);
      return Reflect.apply(send, self, args);
    },
  });
  process.on('internalMessage', (message: unknown) => {
    if (isAcknowledgement(message)) unclaimed.delete(message.ack);
  });
  // On both events, because Node may hand over more connections until it has seen both.
  for (const end of ['exit', 'disconnect'] as const) {
    process.once(end, () => {
      for (const connection of unclaimed.values()) connection.close();
      unclaimed.clear();
    });
  }
}

interface Closeable {
  close(): void;
}

function isCloseable(handle: unknown): handle is Closeable {
  return typeof handle === 'object' && handle !== null && 'close' in handle && typeof handle.close === 'function';
}

function isNewConnection(message: unknown): message is { readonly seq: unknown } {
  return isObject(message) && 'act' in message && message.act === 'newconn' && 'seq' in message;
}

function isAcknowledgement(message: unknown): message is { readonly ack: unknown } {
  return isObject(message) && 'ack' in message;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
