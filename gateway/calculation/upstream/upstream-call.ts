import type { ClientRequest, IncomingMessage } from 'node:http';
import type { UpstreamEvents } from '../../request/routes/proxied-upstream.ts';
import type { Bulkhead, WaitingCall } from '../remote/bulkhead.ts';
import type { Circuit } from '../remote/circuit.ts';
import type { Instance } from '../remote/instance.ts';
import type { RemoteService, ServiceOutcome } from '../remote/remote-service.ts';
import type { SwitchingPassage } from './proxies.ts';

/** How long a call may wait for others to end, in milliseconds. */
const LONGEST_WAIT_MS = 1_000;

/** One call of an upstream, from the choice of its instance to the end of its answer or its WebSocket. */
export class UpstreamCall implements WaitingCall, SwitchingPassage {
  /** A request whose body flows cannot be sent again, so a call has one instance. */
  readonly tried: readonly Instance[] = [];
  readonly #service: RemoteService;
  readonly #bulkhead: Bulkhead;
  readonly #request: IncomingMessage;
  readonly #events: UpstreamEvents;
  readonly #send: (instance: Instance, call: UpstreamCall) => void;
  #timer: NodeJS.Timeout | undefined;
  #circuit: Circuit | null = null;
  #trial = false;
  #question: ClientRequest | null = null;
  #late = false;
  /** `null` until the head of the answer or an error has come. */
  #outcome: ServiceOutcome | null = null;
  #ended = false;

  constructor(
    service: RemoteService,
    request: IncomingMessage,
    events: UpstreamEvents,
    send: (instance: Instance, call: UpstreamCall) => void,
  ) {
    this.#service = service;
    this.#bulkhead = service.bulkhead(service.name);
    this.#request = request;
    this.#events = events;
    this.#send = send;
  }

  start(): void {
    const found = this.#bulkhead.pick(this.tried, performance.now());
    if (found !== 'full') this.proceed(found);
    else if (this.#service.wait(this.#bulkhead, this)) {
      this.#timer = setTimeout(() => {
        this.#service.leaveLine(this.#bulkhead, this);
        this.#refuse('busy', `waited ${LONGEST_WAIT_MS} ms`);
      }, LONGEST_WAIT_MS);
    } else this.#refuse('busy', 'too many calls wait');
  }

  proceed(found: Circuit | 'out'): void {
    clearTimeout(this.#timer);
    if (found === 'out') {
      this.#refuse('unavailable', 'no instance is in use');
      return;
    }
    this.#circuit = found;
    this.#trial = found.start();
    this.#send(found.instance, this);
  }

  /** The answer or the WebSocket is over, or the caller has left. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    if (this.#circuit === null) this.#service.leaveLine(this.#bulkhead, this);
    else {
      if (this.#outcome === null) this.#judge('spared', '');
      this.#circuit.left();
      this.#question?.destroy();
      this.#service.freed();
    }
    this.#service.outcomes[this.#outcome ?? 'left'] += 1;
  }

  sent(question: ClientRequest): void {
    this.#question = question;
    if (this.#ended) question.destroy();
    question.once('timeout', () => {
      this.#late = true;
    });
  }

  answered(answer: IncomingMessage): void {
    if (this.#outcome !== null) return;
    this.#outcome = 'answered';
    const status = answer.statusCode ?? 502;
    const { breaker } = this.#circuit?.instance ?? {};
    if (status === 503) breaker?.failed();
    else breaker?.succeeded();
    // The last instance in use stays in use: callers get what it says, and a mistake of one of them stops no other.
    const isFault = status >= 500 && this.#circuit !== null && this.#bulkhead.hasOthers(this.#circuit);
    this.#judge(status < 500 ? 'succeeded' : isFault ? 'failed' : 'spared', `status ${status}`);
    if (/^text\/event-stream/i.test(answer.headers['content-type'] ?? '')) this.#question?.setTimeout(0);
    this.#events.answered(answer);
  }

  switched(answer: IncomingMessage): void {
    if (this.#outcome !== null) return;
    this.#outcome = 'answered';
    this.#circuit?.instance.breaker.succeeded();
    this.#judge('succeeded', '');
    this.#events.answered(answer);
  }

  failed(error: Error): void {
    if (this.#outcome !== null || this.#circuit === null) return;
    const code = 'code' in error ? String(error.code) : error.message;
    if (UNREACHABLE.has(code)) {
      this.#outcome = 'unavailable';
      this.#circuit.instance.breaker.failed();
      this.#judge('spared', code);
      this.#events.failed('service-unavailable', code);
    } else if (this.#late && !this.#request.complete && this.#question?.writableNeedDrain !== true) {
      // The upstream waits for the rest of the caller's body, as we do.
      this.#judge('spared', '');
      this.#outcome = 'left';
      this.#events.stalled();
    } else {
      this.#outcome = this.#late || code === UPGRADE_LATE ? 'timeout' : 'failed';
      const isLate = this.#outcome === 'timeout';
      const reason = isLate ? 'timeout' : code;
      this.#judge('failed', reason);
      this.#events.failed(isLate ? 'service-timeout' : 'service-failed', reason);
    }
  }

  #judge(...[outcome, reason]: [Parameters<Circuit['judge']>[0], string]): void {
    this.#circuit?.judge(outcome, this.#trial, performance.now(), reason);
  }

  #refuse(outcome: 'busy' | 'unavailable', reason: string): void {
    this.#outcome = outcome;
    this.#events.failed('service-unavailable', reason, outcome === 'busy');
  }
}

/** The proxy library's code for an upstream that does not answer a request for a WebSocket. */
const UPGRADE_LATE = 'ERR_UPSTREAM_UPGRADE_TIMEOUT';

const UNREACHABLE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);
