import { connect, type Socket } from 'node:net';
import type { Answer } from './shot.ts';

const HEAD_ENDS = Buffer.from('\r\n\r\n');

interface Waiting {
  readonly head: boolean;
  readonly sent: number;
  readonly resolve: (answer: Answer | null) => void;
}

/**
 * A persistent connection with one call at a time. A `node:http` client costs more CPU than the gateway's answer, and
 * would hide malformed answers.
 */
export class Connection {
  readonly #port: number;
  #socket: Socket | null = null;
  #received: Buffer = Buffer.alloc(0);
  #waiting: Waiting | null = null;

  constructor(port: number) {
    this.#port = port;
  }

  /** @returns `null` if the connection ended before a complete answer */
  send(bytes: Buffer, method: string): Promise<Answer | null> {
    const socket = this.#socket ?? this.#open();
    return new Promise((resolve) => {
      this.#waiting = { head: method === 'HEAD', sent: performance.now(), resolve };
      socket.write(bytes);
    });
  }

  close(): void {
    this.#socket?.destroy();
  }

  #open(): Socket {
    const socket = connect(this.#port, '127.0.0.1').setNoDelay(true);
    this.#socket = socket;
    this.#received = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
      this.#read(false);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = null;
      this.#read(true);
      this.#settle(null);
    });
    return socket;
  }

  #read(ended: boolean): void {
    if (this.#waiting === null) return;
    const read = readAnswer(this.#received, this.#waiting.head, ended);
    if (read === null) return;
    const { answer, used } = read;
    this.#received = this.#received.subarray(used);
    if (answer.headers.get('connection') === 'close') {
      this.#socket?.destroy();
      this.#socket = null;
    }
    this.#settle({ ...answer, ms: performance.now() - this.#waiting.sent });
  }

  #settle(answer: Answer | null): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve(answer);
  }
}

/** The first complete answer in some bytes, and its length in bytes; `null` while it is incomplete. */
export function readAnswer(
  bytes: Buffer,
  toHead: boolean,
  ended: boolean,
): { readonly answer: Omit<Answer, 'ms'>; readonly used: number } | null {
  const end = bytes.indexOf(HEAD_ENDS);
  if (end === -1) return null;
  const [line = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) ?/.exec(line)?.[1] ?? 0);
  const begin = end + HEAD_ENDS.length;
  if (status === 100) {
    const rest = readAnswer(bytes.subarray(begin), toHead, ended);
    return rest && { answer: rest.answer, used: rest.used + begin };
  }
  const headers = new Map<string, string>();
  for (const header of lines) {
    const colon = header.indexOf(':');
    const name = header.slice(0, colon).toLowerCase();
    const value = header.slice(colon + 1).trim();
    headers.set(name, headers.has(name) ? `${headers.get(name)}, ${value}` : value);
  }
  const body = bodyOf(bytes.subarray(begin), headers, toHead || status === 204 || status === 304, ended);
  return body && { answer: { status, headers, body: body.text }, used: begin + body.used };
}

function bodyOf(
  bytes: Buffer,
  headers: ReadonlyMap<string, string>,
  empty: boolean,
  ended: boolean,
): { readonly text: string; readonly used: number } | null {
  if (empty) return { text: '', used: 0 };
  if (headers.get('transfer-encoding') === 'chunked') return chunked(bytes);
  const length = headers.get('content-length');
  if (length === undefined) return ended ? { text: bytes.toString(), used: bytes.length } : null;
  const used = Number(length);
  return bytes.length < used ? null : { text: bytes.toString('utf8', 0, used), used };
}

function chunked(bytes: Buffer): { readonly text: string; readonly used: number } | null {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const line = bytes.indexOf('\r\n', at);
    if (line === -1) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    const next = line + 2 + size + 2;
    if (bytes.length < next) return null;
    if (size === 0) return { text: Buffer.concat(parts).toString(), used: next };
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = next;
  }
}
