import { type ClientRequest, type IncomingMessage, ServerResponse } from 'node:http';
import { Stream } from 'node:stream';
import { wasMade } from './dial.ts';
import type { Instance } from './instance.ts';
import { type CompleteAnswer, headersPassedOn, LARGEST_ANSWER, unfit } from './service-answer.ts';

/** What is asked of an instance. */
export interface Asked {
  readonly method: string;
  /** Path and query, exactly as they are sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Stream;
  /** What the endpoint declares to answer. */
  readonly mediaTypes: readonly string[];
}

/**
 * Why an attempt has failed: the connection was never made, so that the instance has seen nothing of the call; it was
 * made and no answer came of it; or there was an answer that callers must not get.
 */
export type Failure = 'unmade' | 'broken' | 'unfit';

/** How an attempt ended. */
export type AttemptEnd =
  | { readonly answer: CompleteAnswer }
  /** `reason` in a word or two, for the log. */
  | { readonly failure: Failure; readonly reason: string };

/** By this an instance says itself that it cannot answer now. */
const UNAVAILABLE = 503;

/**
 * One attempt to have a call answered by one instance. It stands where http-proxy-middleware expects the caller's
 * response, for the proxy destroys that when an answer is cut off, and the caller is still to be told.
 */
export class Attempt extends ServerResponse {
  readonly instance: Instance;
  readonly asked: Asked;
  readonly #ended: (end: AttemptEnd) => void;
  #over = false;
  #upstream: ClientRequest | null = null;

  /** @param ended told once how it ended, unless it is given up before */
  constructor(caller: IncomingMessage, instance: Instance, asked: Asked, ended: (end: AttemptEnd) => void) {
    super(caller);
    this.instance = instance;
    this.asked = asked;
    this.#ended = ended;
  }

  /** The request to the instance has been given a connection, which may still have to be made. */
  sends(upstream: ClientRequest): void {
    this.#upstream = upstream;
    // Every end, also one that Node tells no error of, such as an answer that would change the protocol (101).
    upstream.once('close', () => this.fails('closed'));
  }

  /** The head of the answer is here. */
  receives(answer: IncomingMessage): void {
    if (this.#over) return;
    const objection = unfit(answer, this.asked.mediaTypes);
    if (objection !== null) {
      this.#refuse(answer.statusCode === UNAVAILABLE ? 'broken' : 'unfit', objection);
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > LARGEST_ANSWER) this.#refuse('unfit', 'too long');
    });
    answer.on('end', () => {
      const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      this.#end({ answer: { status: answer.statusCode ?? 0, headers: headersPassedOn(answer), body } });
    });
  }

  fails(reason: string): void {
    this.#end({ failure: wasMade(this.#upstream?.socket ?? null) ? 'broken' : 'unmade', reason });
  }

  /** Breaks it off: the instance is not listened to any more, and nobody is told an end. */
  giveUp(): void {
    this.#over = true;
    // What the proxy takes for a caller who has left: it closes the connection to the instance.
    this.emit('close');
  }

  #refuse(failure: Failure, reason: string): void {
    this.#end({ failure, reason });
    this.giveUp();
  }

  #end(end: AttemptEnd): void {
    if (this.#over) return;
    this.#over = true;
    this.#ended(end);
  }
}

/** A body that is all there, given to the proxy as the stream that it pipes: at once and in one piece. */
export class WholeBody extends Stream {
  readonly bytes: Uint8Array | null;

  constructor(bytes: Uint8Array | null) {
    super();
    this.bytes = bytes;
  }

  override pipe<Sink extends NodeJS.WritableStream>(sink: Sink): Sink {
    if (this.bytes === null) sink.end();
    else sink.end(this.bytes);
    return sink;
  }
}
