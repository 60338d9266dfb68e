import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';

/** Longer than a busy machine takes for the first calls of 10,000 clients: only a server that hangs takes longer. */
const TIMEOUT_MS = 60_000;

/** A connection that carries one call at a time. It costs less per call than the client of `node:http`. */
export interface Connection {
  /** Sends the bytes of one request; `answered` gets the answer's status when its body has arrived. */
  send(request: Uint8Array, answered: (status: number) => void): void;
  close(): void;
}

/**
 * Opens a connection to a port of this machine.
 * @param failed gets the error of a connection that broke, or of an answer that is overdue or has no Content-Length
 */
export async function connect(port: number, failed: (error: Error) => void): Promise<Connection> {
  const socket = connectSocket({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let answered: ((status: number) => void) | undefined;
  let received: Buffer = Buffer.alloc(0);
  /** Status and length, with the head, of the answer that is arriving. */
  let answer: { readonly status: number; readonly length: number } | undefined;

  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const end = answer === undefined ? received.indexOf('\r\n\r\n') : -1;
    if (end !== -1) {
      const head = received.toString('latin1', 0, end);
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      if (length === undefined) {
        socket.destroy(new Error(`an answer without Content-Length: ${head}`));
        return;
      }
      answer = { status: Number(head.slice(9, 12)), length: end + 4 + Number(length) };
    }
    if (answer === undefined || received.length < answer.length) return;
    const { status } = answer;
    const tell = answered;
    received = Buffer.alloc(0);
    answer = undefined;
    answered = undefined;
    tell?.(status);
  });
  socket.setTimeout(TIMEOUT_MS, () => {
    if (answered !== undefined) socket.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`));
  });
  socket.on('error', failed);
  socket.on('end', () => failed(new Error('the server closed a connection')));

  return {
    send(request, whenAnswered) {
      answered = whenAnswered;
      socket.write(request);
    },
    close() {
      socket.destroy();
    },
  };
}
