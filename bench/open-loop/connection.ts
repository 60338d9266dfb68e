import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';

/** Longer than a busy machine takes for the first calls of 10,000 clients: only a server that hangs takes longer. */
const TIMEOUT_MS = 60_000;

/** An answer that is longer than this many bytes is put together from pieces. */
const READ_AT_ONCE = 65_536;

const END_OF_HEAD = Buffer.from('\r\n\r\n');

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
  let answered: ((status: number) => void) | undefined;
  /** The beginning of an answer whose rest has not arrived, if there is one. */
  let begun: Buffer | undefined;
  const arrived = (bytes: Buffer): void => {
    const answer = begun === undefined ? bytes : Buffer.concat([begun, bytes]);
    const length = lengthOf(answer);
    if (length === undefined) {
      const head = answer.toString('latin1', 0, answer.indexOf(END_OF_HEAD));
      socket.destroy(new Error(`an answer without Content-Length: ${head}`));
    } else if (answer.length < length) {
      // The next bytes overwrite the socket's buffer.
      begun = Buffer.from(answer);
    } else {
      const tell = answered;
      begun = answered = undefined;
      tell?.(Number(answer.toString('latin1', 9, 12)));
    }
  };
  const socket = connectSocket({
    port,
    host: '127.0.0.1',
    noDelay: true,
    // Otherwise Node allocates 64 KB for each answer, and the load stops for the collection of its own garbage.
    onread: {
      buffer: Buffer.alloc(READ_AT_ONCE),
      callback: (length, buffer) => {
        arrived(Buffer.from(buffer.buffer, buffer.byteOffset, length));
        return true;
      },
    },
  });
  await once(socket, 'connect');

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

/** The length of an answer with its head; `Infinity` before the head is whole; `undefined` without Content-Length. */
function lengthOf(answer: Buffer): number | undefined {
  const end = answer.indexOf(END_OF_HEAD);
  if (end === -1) return Number.POSITIVE_INFINITY;
  const body = /\r\ncontent-length: *(\d+)/i.exec(answer.toString('latin1', 0, end))?.[1];
  return body === undefined ? undefined : end + END_OF_HEAD.length + Number(body);
}
