import { type ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Stream } from 'node:stream';
import type { CompleteAnswer, ServiceRequest } from '../../request/routes/forwarding.ts';
import { wasMade } from './dial.ts';
import type { Instance } from './instance.ts';
import { headersPassedOn, LARGEST_ANSWER, unfit } from './service-answer.ts';

/**
 * Why an attempt failed. `unmade`: no connection was made, so the instance has seen nothing of the call. `broken`: a
 * connection was made, and no answer came. `unfit`: an answer came that callers must not get.
 */
export type Failure = 'unmade' | 'broken' | 'unfit';

/** How an attempt ended. */
export type AttemptEnd =
  | { readonly answer: CompleteAnswer }
  /** `reason` in a word or two, for the log. */
  | { readonly failure: Failure; readonly reason: string };

/** With this status an instance says itself that it cannot answer now. */
const UNAVAILABLE = 503;

/**
 * One attempt to get a call answered by one instance. For http-proxy-middleware it plays the caller's request and response:
 * the library copies the headers of the one, and destroys the other when an answer breaks off, while our caller must
 * still be answered.
 */
export class Attempt extends ServerResponse {
  readonly instance: Instance;
  readonly asked: ServiceRequest;
  readonly body: Stream;
  readonly #ended: (end: AttemptEnd) => void;
  #over = false;
  #upstream: ClientRequest | null = null;

  /** @param ended called once with the end, unless the attempt is given up before */
  constructor(instance: Instance, asked: ServiceRequest, ended: (end: AttemptEnd) => void) {
    super(requestOf(asked));
    this.instance = instance;
    this.asked = asked;
    this.body = asked.body instanceof Stream ? asked.body : new WholeBody(asked.body);
    this.#ended = ended;
  }

  /** The request to the instance has a connection, which may still have to be made. */
  sends(upstream: ClientRequest): void {
    this.#upstream = upstream;
    // Every request closes in the end, also one for which Node reports no error, such as a change of the protocol (101).
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

  /** Breaks the attempt off: it closes the request to the instance and reports no end. */
  giveUp(): void {
    this.#over = true;
    // The proxy takes this for a caller who has left, and closes the connection to the instance.
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

/** A request as http-proxy-middleware wants it. It has no body: the proxy pipes the attempt's. */
function requestOf({ method, path, headers }: ServiceRequest): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { method, url: path, headers: { ...headers } });
}

/** A body that is complete, in the form of the stream that the proxy pipes: it arrives at once and in one piece. */
class WholeBody extends Stream {
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
