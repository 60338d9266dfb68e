import { type ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Stream } from 'node:stream';
import type { CompleteAnswer, ServiceRequest } from '../../request/routes/forwarding.ts';
import { wasMade } from './dial.ts';
import type { Instance } from './instance.ts';
import { headersPassedOn, LARGEST_ANSWER, unfit } from './service-answer.ts';

/**
 * Why an attempt failed. `unmade`: no connection was made, so the instance cannot have seen the call. `broken`: a
 * connection was made, but no answer arrived. `unfit`: an answer arrived that callers must not get.
 */
export type Failure = 'unmade' | 'broken' | 'unfit';

/** How an attempt ended. */
export type AttemptEnd =
  | { readonly answer: CompleteAnswer }
  /** `reason` is a word or two for the log. */
  | { readonly failure: Failure; readonly reason: string };

/** The status with which an instance reports that it cannot answer now. */
const UNAVAILABLE = 503;

/**
 * One attempt to get an answer from one instance. To http-proxy-middleware it acts as the caller's request and
 * response. The library copies the headers of the request and destroys the response when an answer breaks off, but the
 * real caller must still get an answer.
 */
export class Attempt extends ServerResponse {
  readonly instance: Instance;
  readonly asked: ServiceRequest;
  readonly body: Stream;
  readonly #ended: (end: AttemptEnd) => void;
  #over = false;
  #upstream: ClientRequest | null = null;

  /** @param ended called once with the outcome, unless the attempt is given up first */
  constructor(instance: Instance, asked: ServiceRequest, ended: (end: AttemptEnd) => void) {
    super(requestOf(asked));
    this.instance = instance;
    this.asked = asked;
    this.body = asked.body instanceof Stream ? asked.body : new WholeBody(asked.body);
    this.#ended = ended;
  }

  /** Called when the request to the instance has a socket, which may not be connected yet. */
  sends(upstream: ClientRequest): void {
    this.#upstream = upstream;
    // Every request closes in the end, even one without an error event, such as a protocol switch (101).
    upstream.once('close', () => this.fails('closed'));
  }

  /** Called when the head of the answer has arrived. */
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

  /** Aborts the attempt: closes the request to the instance without calling `ended`. */
  giveUp(): void {
    this.#over = true;
    // The proxy takes this event for a caller who has left, and closes the connection to the instance.
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

/** A request in the form that http-proxy-middleware expects. It has no body: the proxy pipes `Attempt.body`. */
function requestOf({ method, path, headers }: ServiceRequest): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { method, url: path, headers: { ...headers } });
}

/** A complete body as the stream that the proxy pipes. It is written at once, in one piece. */
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
