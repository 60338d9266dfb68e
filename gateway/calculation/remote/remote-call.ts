import { Readable } from 'node:stream';
import type { ServiceEnd, ServiceRequest } from '../../request/routes/forwarding.ts';
import { Attempt, type AttemptEnd, type AttemptOwner } from './attempt.ts';
import type { Bulkhead, WaitingCall } from './bulkhead.ts';
import type { Circuit, CircuitEnd } from './circuit.ts';
import type { Instance } from './instance.ts';
import type { RemoteService } from './remote-service.ts';

/** How long a call may wait for others of its calculator, in milliseconds. */
const LONGEST_WAIT_MS = 1_000;

/**
 * One call of a remote service. It is retried at another instance only if no connection was made, so at most one
 * instance sees it.
 */
export class RemoteCall implements AttemptOwner, WaitingCall {
  readonly #service: RemoteService;
  readonly #bulkhead: Bulkhead;
  readonly #request: ServiceRequest;
  readonly #ended: (end: ServiceEnd) => void;
  readonly tried: Instance[] = [];
  #attempt: Attempt | null = null;
  #circuit: Circuit | null = null;
  #trial = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param ended called once with the outcome, unless the call is cancelled first */
  constructor(service: RemoteService, request: ServiceRequest, ended: (end: ServiceEnd) => void) {
    this.#service = service;
    this.#bulkhead = service.bulkhead(request.calculator);
    this.#request = request;
    this.#ended = ended;
  }

  start(): void {
    this.#tryNext('');
  }

  /** Cancels the call. `ended` is not called. */
  cancel(): void {
    if (this.#circuit === null) {
      clearTimeout(this.#timer);
      this.#service.leaveLine(this.#bulkhead, this);
    } else {
      this.#leave('spared', '')?.giveUp();
    }
  }

  proceed(found: Circuit | 'out'): void {
    clearTimeout(this.#timer);
    if (found === 'out') this.#out('');
    else this.#send(found);
  }

  /** A slow upload is not the service's fault, so the time limit starts at the end of the body. */
  sent(): void {
    const { body } = this.#request;
    if (body instanceof Readable && !body.readableEnded) body.once('end', () => this.#limitTime());
    else this.#limitTime();
  }

  attempted(end: AttemptEnd): void {
    const circuit = this.#circuit;
    if (circuit === null) return;
    const { instance } = circuit;
    if ('answer' in end) {
      instance.breaker.succeeded();
      this.#leave('succeeded', '');
      this.#ended(end);
      return;
    }
    const { failure, reason } = end;
    if (failure === 'unmade' || failure === 'unavailable') instance.breaker.failed();
    this.#leave(failure === 'unmade' ? 'spared' : 'failed', reason);
    if (failure !== 'unmade') this.#ended({ problem: 'service-failed', instance: instance.name, reason });
    else if (this.#request.body instanceof Readable) this.#unreachable(reason);
    else this.#tryNext(reason);
  }

  /** @param why why the previous attempt failed; empty for the first */
  #tryNext(why: string): void {
    const found = this.#bulkhead.pick(this.tried, performance.now());
    if (found === 'full') this.#wait();
    else if (found === 'out') this.#out(why);
    else this.#send(found);
  }

  #send(circuit: Circuit): void {
    const { instance } = circuit;
    this.tried.push(instance);
    this.#circuit = circuit;
    this.#trial = circuit.start();
    this.#attempt = new Attempt(this.#request, this);
    this.#attempt.start(instance.connections);
  }

  /** Waiting for our own limits is not the service's fault, so a call that waits too long counts against no breaker. */
  #wait(): void {
    if (this.#service.wait(this.#bulkhead, this)) {
      this.#timer = setTimeout(() => {
        this.#service.leaveLine(this.#bulkhead, this);
        this.#busy(`waited ${LONGEST_WAIT_MS} ms`);
      }, LONGEST_WAIT_MS);
    } else {
      this.#busy('too many calls wait');
    }
  }

  #busy(reason: string): void {
    this.#ended({ problem: 'service-unavailable', detail: 'detail_busy', instance: null, reason });
  }

  #out(why: string): void {
    const pause = this.#bulkhead.pause(performance.now());
    if (pause === 0) this.#unreachable(why || 'all instances are out of use');
    else {
      const retryAfter = Math.ceil(pause / 1_000);
      const reason = 'the calculator is out of use';
      this.#ended({ problem: 'service-unavailable', detail: 'detail_failing', retryAfter, instance: null, reason });
    }
  }

  #unreachable(reason: string): void {
    this.#ended({ problem: 'service-unavailable', instance: this.tried.at(-1)?.name ?? null, reason });
  }

  #limitTime(): void {
    if (this.#attempt !== null) this.#timer = setTimeout(() => this.#tooLate(), this.#service.answerMs);
  }

  #tooLate(): void {
    const reason = `no answer in ${this.#service.answerMs} ms`;
    const instance = this.#circuit?.instance.name ?? null;
    this.#leave('failed', reason)?.giveUp();
    this.#ended({ problem: 'service-timeout', instance, reason });
  }

  /** Ends the current attempt for its circuit, detaches it from this call and returns it. */
  #leave(outcome: CircuitEnd, reason: string): Attempt | null {
    clearTimeout(this.#timer);
    const attempt = this.#attempt;
    this.#circuit?.end(outcome, this.#trial, performance.now(), reason);
    this.#circuit = null;
    this.#attempt = null;
    this.#service.freed();
    return attempt;
  }
}
