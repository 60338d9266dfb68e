import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { PartHealth } from '../../operations/health.ts';
import type { GatewayLog } from '../../operations/logger.ts';
import type { WatchedService } from '../../operations/metrics.ts';
import type { Forwarding, ServiceEnd, ServiceRequest } from '../../request/routes/forwarding.ts';
import { RestartPause } from '../../values/restart-pause.ts';
import type { AnsweredCall, AskedCall } from './messages.ts';
import type { ThreadSession } from './thread-session.ts';

/** Most calls of a plugin at a time. The others are refused at once: they would wait longer than their callers do. */
const MOST_RUNNING = 256;

export interface PluginWorkerOptions {
  /** Name of the plugin. */
  readonly name: string;
  /** The thread that the plugin was rehearsed in. */
  readonly session: ThreadSession;
  /** Starts another thread of the plugin. */
  readonly again: () => ThreadSession;
  readonly log: Pick<GatewayLog, 'logger'>;
  /** The counts of its predecessor, which go on. */
  readonly outcomes?: Outcomes;
}

/** How long the thread of a removed plugin waits for calls that are on their way to it, in milliseconds. */
const LATE_CALLS_MS = 5_000;

/** Milliseconds between looks whether a retired thread has calls. */
const LOOK_MS = 20;

/** The outcomes of a plugin's calls, as those of a service. */
type Outcomes = Record<'answered' | 'failed' | 'unavailable' | 'busy' | 'left', number>;

/**
 * Runs a plugin's calculators in a thread of their own, so that a plugin that loops, fails or eats memory takes only
 * its own calls with it. A thread that ends is started again, after a pause that grows with each failure in a row.
 */
export class PluginWorker implements Forwarding, WatchedService {
  readonly #options: PluginWorkerOptions;
  readonly #pause = new RestartPause();
  readonly outcomes: Outcomes;
  readonly instances: WatchedService['instances'];
  /** `null` while the plugin is paused. */
  #session: ThreadSession | null;
  #isReady = true;
  #restart: NodeJS.Timeout | undefined;
  #restartAt = 0;
  #closed = false;
  /** `undefined` until it is retired. */
  #successor: PluginWorker | null | undefined;

  constructor(options: PluginWorkerOptions) {
    this.#options = options;
    this.#session = options.session;
    this.outcomes = options.outcomes ?? { answered: 0, failed: 0, unavailable: 0, busy: 0, left: 0 };
    const isOpen = () => !this.#isReady;
    this.instances = [
      {
        name: 'thread',
        breaker: {
          get open() {
            return isOpen();
          },
        },
      },
    ];
    this.#follow(options.session);
  }

  /** Name of the plugin. */
  get name(): string {
    return this.#options.name;
  }

  get service(): string {
    return this.name;
  }

  start(request: ServiceRequest, ended: (end: ServiceEnd) => void): () => void {
    if (this.#closed && this.#successor) return this.#successor.start(request, ended);
    const { body } = request;
    let cancel: (() => void) | null = null;
    let isCancelled = false;
    if (body instanceof Readable) {
      // The caller's side ends a call whose body breaks off.
      buffer(body).then(
        (whole) => {
          if (!isCancelled) cancel = this.#ask(request, whole, ended);
        },
        () => undefined,
      );
    } else {
      cancel = this.#ask(request, body, ended);
    }
    return () => {
      isCancelled = true;
      cancel?.();
    };
  }

  callerLeft(): void {
    this.outcomes.left += 1;
  }

  circuitsOpen(): [] {
    return [];
  }

  health(): PartHealth {
    return this.#isReady ? { state: 'ok' } : { state: 'degraded', reason: 'restarting' };
  }

  /**
   * Closes the thread once its calls have ended. A call that was on its way to it meanwhile goes to the successor, if
   * there is one.
   */
  retire(successor: PluginWorker | null): void {
    this.#successor = successor;
    const earliest = performance.now() + (successor === null ? LATE_CALLS_MS : 0);
    const timer = setInterval(() => {
      if (this.#session !== null && this.#session.running > 0) return;
      if (performance.now() < earliest && this.#session !== null) return;
      clearInterval(timer);
      void this.close();
    }, LOOK_MS);
    timer.unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#isReady = false;
    clearTimeout(this.#restart);
    await this.#session?.close();
  }

  #ask(request: ServiceRequest, body: Uint8Array | null, ended: (end: ServiceEnd) => void): (() => void) | null {
    const session = this.#isReady ? this.#session : null;
    if (session === null) {
      this.#stopped(ended);
      return null;
    }
    if (session.running >= MOST_RUNNING) {
      this.outcomes.busy += 1;
      const reason = `${MOST_RUNNING} calls are running`;
      ended({ problem: 'service-unavailable', detail: 'detail_busy', instance: null, reason });
      return null;
    }
    return session.ask(callOf(request, body), (answered) => {
      if (answered === null) this.#stopped(ended);
      else this.#answered(answered, request, ended);
    });
  }

  #answered(answered: AnsweredCall, { identity }: ServiceRequest, ended: (end: ServiceEnd) => void): void {
    if ('thrown' in answered) {
      this.outcomes.failed += 1;
      const { logger } = this.#options.log;
      logger.error({ plugin: this.name, id: identity.requestId, err: answered.thrown }, 'a calculator failed');
      ended({ problem: 'internal-error', instance: null, reason: 'the calculator failed' });
    } else {
      this.outcomes.answered += 1;
      ended({ answer: answered });
    }
  }

  #stopped(ended: (end: ServiceEnd) => void): void {
    this.outcomes.unavailable += 1;
    const retryAfter = Math.max(1, Math.ceil((this.#restartAt - performance.now()) / 1_000));
    const reason = 'the thread of the plugin has stopped';
    ended({ problem: 'service-unavailable', detail: 'detail_stopped', retryAfter, instance: null, reason });
  }

  async #start(): Promise<void> {
    const session = this.#options.again();
    this.#session = session;
    this.#follow(session);
    const outcome = await session.rehearsed;
    if ('plugin' in outcome && this.#session === session && !this.#closed) this.#isReady = true;
  }

  #follow(session: ThreadSession): void {
    const { name, log } = this.#options;
    const since = performance.now();
    session.onEnd((reason) => {
      if (this.#isReady) this.#pause.ended(performance.now() - since);
      else this.#pause.failed();
      const { ms } = this.#pause;
      log.logger.error({ plugin: name, reason, again: ms }, 'the thread of a plugin has stopped');
      this.#isReady = false;
      this.#session = null;
      if (this.#successor !== undefined) return;
      this.#restartAt = performance.now() + ms;
      this.#restart = setTimeout(() => {
        if (!this.#closed) void this.#start();
      }, ms);
      this.#restart.unref();
    });
  }
}

function callOf({ method, path, identity, headers }: ServiceRequest, body: Uint8Array | null): Omit<AskedCall, 'id'> {
  const { language, authenticated, requestId } = identity;
  const at = headers.findIndex((part, place) => place % 2 === 0 && part === 'content-type');
  return {
    ...{ method, path, language, authenticated, requestId },
    contentType: at === -1 ? undefined : headers[at + 1],
    // A copy: a message takes the whole memory behind a buffer along, in which other callers' data may stand.
    body: body === null ? null : new Uint8Array(body),
  };
}
