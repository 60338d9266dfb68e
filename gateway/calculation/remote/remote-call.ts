import { Readable } from 'node:stream';
import type { ServiceEnd, ServiceRequest } from '../../request/routes/forwarding.ts';
import { Attempt, type AttemptEnd } from './attempt.ts';
import type { Instance } from './instance.ts';
import type { RemoteService } from './remote-service.ts';

/**
 * One call of a remote service. It is retried at another instance only if no connection was made, so at most one
 * instance sees it.
 */
export class RemoteCall {
  readonly #service: RemoteService;
  readonly #request: ServiceRequest;
  readonly #ended: (end: ServiceEnd) => void;
  readonly #tried: Instance[] = [];
  #attempt: Attempt | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** @param ended called once with the outcome, unless the call is cancelled first */
  constructor(service: RemoteService, request: ServiceRequest, ended: (end: ServiceEnd) => void) {
    this.#service = service;
    this.#request = request;
    this.#ended = ended;
  }

  start(): void {
    this.#tryNext('all instances are out of use');
  }

  /** Cancels the call. `ended` is not called. */
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
    const attempt = new Attempt(instance, this.#request, (end) => this.#attempted(instance, end));
    this.#attempt = attempt;
    instance.waiting += 1;
    const { body } = this.#request;
    // A slow upload is not the service's fault, so the time limit starts at the end of the body.
    if (body instanceof Readable) body.once('end', () => this.#limitTime());
    else this.#limitTime();
    this.#service.proxy(attempt);
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
    // An unfit answer is the fault of one calculator, not of the whole instance.
    if (end.failure !== 'unfit') instance.breaker.failed();
    if (end.failure === 'unmade') {
      if (this.#canBeSentAgain) this.#tryNext(end.reason);
      else this.#ended({ problem: 'service-unavailable', instance: instance.name, reason: end.reason });
    } else {
      this.#ended({ problem: 'service-failed', instance: instance.name, reason: end.reason });
    }
  }

  get #canBeSentAgain(): boolean {
    return !(this.#request.body instanceof Readable);
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

  /** Detaches the current attempt from this call and returns it. */
  #leave(): Attempt | null {
    clearTimeout(this.#timer);
    const attempt = this.#attempt;
    if (attempt !== null) attempt.instance.waiting -= 1;
    this.#attempt = null;
    return attempt;
  }
}
