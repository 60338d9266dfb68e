import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { type Asked, Attempt, type AttemptEnd, WholeBody } from './attempt.ts';
import type { Instance } from './instance.ts';
import type { RemoteService } from './remote-service.ts';
import type { CompleteAnswer } from './service-answer.ts';

/** What a call asks of whichever instance answers it. */
export interface RemoteRequest extends Omit<Asked, 'body'> {
  /** A whole body can be sent again, a stream cannot. */
  readonly body: Uint8Array | Readable | null;
}

/** How a call ended: with an answer, or with a problem of the gateway's. */
export type RemoteEnd =
  | { readonly answer: CompleteAnswer }
  | {
      readonly problem: 'service-failed' | 'service-unavailable' | 'service-timeout';
      readonly instance: string | null;
      /** For the log. */
      readonly reason: string;
    };

/**
 * One call of a remote service. It goes to another instance only if no connection was made, so that no instance can have
 * seen it twice.
 */
export class RemoteCall {
  readonly #service: RemoteService;
  readonly #caller: IncomingMessage;
  readonly #request: RemoteRequest;
  readonly #ended: (end: RemoteEnd) => void;
  readonly #tried: Instance[] = [];
  #attempt: Attempt | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** @param ended told once how it ended, unless it is cancelled before */
  constructor(
    service: RemoteService,
    caller: IncomingMessage,
    request: RemoteRequest,
    ended: (end: RemoteEnd) => void,
  ) {
    this.#service = service;
    this.#caller = caller;
    this.#request = request;
    this.#ended = ended;
  }

  start(): void {
    this.#tryNext('all instances are out of use');
  }

  /** The caller has left: nobody waits for the service any more. */
  cancel(): void {
    this.#leave()?.giveUp();
  }

  #tryNext(why: string): void {
    const instance = this.#service.pick(this.#tried);
    if (instance === null) {
      this.#ended({ problem: 'service-unavailable', instance: this.#tried.at(-1)?.name ?? null, reason: why });
      return;
    }
    this.#tried.push(instance);
    const { body, ...asked } = this.#request;
    const whole = body === null || body instanceof Uint8Array;
    const attempt = new Attempt(this.#caller, instance, { ...asked, body: whole ? new WholeBody(body) : body }, (end) =>
      this.#attempted(instance, end),
    );
    this.#attempt = attempt;
    instance.waiting += 1;
    // The service is not to blame for a body that comes in slowly.
    if (whole) this.#limitTime();
    else body.once('end', () => this.#limitTime());
    this.#service.proxy(this.#caller, attempt);
  }

  #limitTime(): void {
    if (this.#attempt !== null) this.#timer = setTimeout(() => this.#tooLate(), this.#service.answerMs);
  }

  #attempted(instance: Instance, end: AttemptEnd): void {
    this.#leave();
    if ('answer' in end) {
      instance.breaker.succeeded();
      this.#ended(end);
      return;
    }
    // An answer that is unfit tells of a calculator, not of the instance with all its calculators.
    if (end.failure !== 'unfit') instance.breaker.failed();
    if (end.failure === 'unmade') {
      if (this.#canBeSentAgain) this.#tryNext(end.reason);
      else this.#ended({ problem: 'service-unavailable', instance: instance.name, reason: end.reason });
    } else {
      this.#ended({ problem: 'service-failed', instance: instance.name, reason: end.reason });
    }
  }

  get #canBeSentAgain(): boolean {
    const { body } = this.#request;
    return body === null || body instanceof Uint8Array;
  }

  #tooLate(): void {
    const attempt = this.#leave();
    if (attempt === null) return;
    attempt.giveUp();
    const { instance } = attempt;
    instance.breaker.failed();
    this.#ended({
      problem: 'service-timeout',
      instance: instance.name,
      reason: `no answer in ${this.#service.answerMs} ms`,
    });
  }

  /** Ends the attempt under way as far as this call is concerned. */
  #leave(): Attempt | null {
    clearTimeout(this.#timer);
    const attempt = this.#attempt;
    if (attempt !== null) attempt.instance.waiting -= 1;
    this.#attempt = null;
    return attempt;
  }
}
