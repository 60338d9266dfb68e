import { Readable } from 'node:stream';
import type { Dispatcher, Pool } from 'undici';
import type { CompleteAnswer, ServiceRequest } from '../../request/routes/forwarding.ts';
import { type AnswerHead, headersPassedOn, unfit, unreadable } from './service-answer.ts';

/**
 * Why an attempt failed. `unmade`: no connection was made, so the instance cannot have seen the call. `broken`: a
 * connection was made, but no complete answer arrived. `unavailable`: the instance answered that it cannot work now.
 * `unfit`: an answer arrived that callers must not get.
 */
export type Failure = 'unmade' | 'broken' | 'unavailable' | 'unfit';

/** How an attempt ended. */
export type AttemptEnd =
  | { readonly answer: CompleteAnswer }
  /** `reason` is a word or two for the log. */
  | { readonly failure: Failure; readonly reason: string };

/** The call that makes an attempt. */
export interface AttemptOwner {
  /** Called when the request is sent, on a connection that is made. */
  sent(): void;
  /** Called once with the outcome, unless the attempt is given up first. */
  attempted(end: AttemptEnd): void;
}

/** The status with which an instance reports that it cannot answer now. */
const UNAVAILABLE = 503;

const GIVEN_UP = new Error('given up');

/** One attempt to get an answer from one instance, as the handler that undici tells of its progress. */
export class Attempt implements Dispatcher.DispatchHandler {
  readonly #asked: ServiceRequest;
  readonly #owner: AttemptOwner;
  /** `null` until a connection is made. */
  #controller: Dispatcher.DispatchController | null = null;
  #head: AnswerHead | null = null;
  #first: Buffer | null = null;
  #more: Buffer[] | null = null;
  #over = false;

  constructor(asked: ServiceRequest, owner: AttemptOwner) {
    this.#asked = asked;
    this.#owner = owner;
  }

  start(connections: Pool): void {
    const { method, path, headers, body } = this.#asked;
    connections.dispatch({ method, path, headers, body }, this);
  }

  /** Aborts the attempt: closes the connection to the instance without calling `attempted`. */
  giveUp(): void {
    this.#over = true;
    this.#controller?.abort(GIVEN_UP);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#over) controller.abort(GIVEN_UP);
    else this.#owner.sent();
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: AnswerHead['headers']): void {
    // Informational, such as 103: the answer is still to come.
    if (this.#over || status < 200) return;
    this.#head = { status, headers };
    const objection = unfit(this.#head, this.#asked.mediaTypes);
    if (objection === null) return;
    this.#end({ failure: status === UNAVAILABLE ? 'unavailable' : 'unfit', reason: objection });
    this.giveUp();
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#first === null) this.#first = chunk;
    else if (this.#more === null) this.#more = [this.#first, chunk];
    else this.#more.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#over || this.#head === null) return;
    const body = this.#more === null ? (this.#first ?? Buffer.alloc(0)) : Buffer.concat(this.#more);
    const objection = unreadable(this.#head, body);
    if (objection === null) {
      this.#end({ answer: { status: this.#head.status, headers: headersPassedOn(this.#head), body } });
    } else {
      this.#end({ failure: 'unfit', reason: objection });
    }
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    const { body } = this.#asked;
    // The caller's body broke off or is too long. That is not the service's fault, and the caller's side ends the call.
    if (body instanceof Readable && body.errored) return;
    this.#end({ failure: this.#controller === null ? 'unmade' : 'broken', reason: shortReason(error) });
  }

  #end(end: AttemptEnd): void {
    if (this.#over) return;
    this.#over = true;
    this.#owner.attempted(end);
  }
}

/** An error in a word or two, for the log. Its message might contain input of the caller. */
function shortReason(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
