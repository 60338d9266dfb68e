import { connect } from 'node:net';
import { readAnswer } from './connection.ts';
import type { Answer } from './shot.ts';

/** The longest wait for an answer to an unfinished request. */
const SILENCE_MS = 40;

/** All bytes that the gateway sent until it closed the connection or fell silent. */
export interface RawOutcome {
  readonly answers: readonly Answer[];
  /** Bytes after the last complete answer. */
  readonly rest: string;
}

/** Sends bytes over a separate connection. */
export function rawShot(port: number, bytes: Buffer): Promise<RawOutcome> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const sent = performance.now();
    let received: Buffer = Buffer.alloc(0);
    let last = sent;
    socket.setTimeout(SILENCE_MS, () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      last = performance.now();
      received = Buffer.concat([received, chunk]);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(outcomeOf(received, last - sent)));
    socket.write(bytes);
  });
}

function outcomeOf(received: Buffer, ms: number): RawOutcome {
  const answers: Answer[] = [];
  let rest = received;
  for (let read = readAnswer(rest, false, true); read !== null; read = readAnswer(rest, false, true)) {
    answers.push({ ...read.answer, ms });
    rest = rest.subarray(read.used);
  }
  return { answers, rest: rest.toString('latin1') };
}
