import { connect } from 'node:net';

/** One attack that a hostile tenant repeats as fast as it gets answers. */
export interface Attack {
  readonly name: string;
  /** Simultaneous calls, each over its own connection. */
  readonly connections: number;
  /** The next complete call; `null` to wait a moment. */
  request(): Buffer | null;
  /** Receives every answer; the body only if it is short. */
  answered?(status: number, body: string): void;
}

/** Answers so far, by status; 0 for connections that ended without one. */
export type Answers = Map<number, number>;

const HEAD_ENDS = '\r\n\r\n';
const LAST_CHUNK = Buffer.from('0\r\n\r\n');
/** Longer bodies are counted and discarded: the caller must cost less than the gateway. */
const SHORT = 20_000;
const MOMENT_MS = 20;

/** Keeps the connections of an attack busy while `running` returns true. */
export async function flood(port: number, attack: Attack, answers: Answers, running: () => boolean): Promise<void> {
  await Promise.all(Array.from({ length: attack.connections }, () => keepCalling(port, attack, answers, running)));
}

async function keepCalling(port: number, attack: Attack, answers: Answers, running: () => boolean): Promise<void> {
  while (running()) {
    await connectionOf(port, attack, answers, running);
    await new Promise((resolve) => setTimeout(resolve, MOMENT_MS));
  }
}

/** Calls over one connection until it ends. */
function connectionOf(port: number, attack: Attack, answers: Answers, running: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    /** The current answer: its remaining bytes, its status, and its text while it is short. */
    let head = '';
    let left: number | null = null;
    let status = 0;
    let body = '';

    const call = () => {
      if (!running()) {
        socket.destroy();
        return;
      }
      const request = attack.request();
      if (request === null) setTimeout(call, MOMENT_MS);
      else socket.write(request);
    };
    const complete = () => {
      answers.set(status, (answers.get(status) ?? 0) + 1);
      attack.answered?.(status, body);
      head = '';
      left = null;
      body = '';
      call();
    };
    const take = (chunk: Buffer) => {
      if (body.length < SHORT) body += chunk.toString('utf8');
      if (left === null) {
        if (chunk.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) complete();
        return;
      }
      left -= chunk.length;
      if (left <= 0) complete();
    };
    socket.on('data', (chunk: Buffer) => {
      if (status !== 0 && head !== '') {
        take(chunk);
        return;
      }
      const text = chunk.toString('latin1');
      const end = text.indexOf(HEAD_ENDS);
      if (end === -1) return;
      head = text.slice(0, end);
      status = Number(head.slice(9, 12));
      const length = /^content-length: (\d+)/im.exec(head)?.[1];
      left = length === undefined ? (status === 204 || status === 304 ? 0 : null) : Number(length);
      take(chunk.subarray(end + HEAD_ENDS.length));
    });
    socket.on('connect', call);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (running() && head === '' && status === 0) answers.set(0, (answers.get(0) ?? 0) + 1);
      resolve();
    });
    const ending = setInterval(() => {
      if (running()) return;
      clearInterval(ending);
      socket.destroy();
    }, 100);
    socket.on('close', () => clearInterval(ending));
  });
}

/** Connections that request much and read nothing, or never finish a request. They are reopened when cut off. */
export async function hold(
  port: number,
  count: number,
  bytes: Buffer,
  running: () => boolean,
  drip: string | null = null,
): Promise<void> {
  const one = () =>
    new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      if (drip === null) socket.pause();
      else socket.resume();
      socket.write(bytes);
      const timer = setInterval(() => {
        if (!running()) socket.destroy();
        else if (drip !== null && !socket.destroyed) socket.write(drip);
      }, 500);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearInterval(timer);
        resolve();
      });
    });
  const keep = async () => {
    while (running()) {
      await one();
      await new Promise((resolve) => setTimeout(resolve, MOMENT_MS));
    }
  };
  await Promise.all(Array.from({ length: count }, keep));
}
