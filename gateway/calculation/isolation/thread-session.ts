import type { Worker } from 'node:worker_threads';
import type { Imported } from '../../../plugins/sdk/loading/import-plugin.ts';
import { rehearsalIn } from '../../../plugins/sdk/loading/rehearse-apart.ts';
import type { RehearsalThread } from '../../../plugins/sdk/loading/start-rehearsal.ts';
import type { GatewayLog } from '../../operations/logger.ts';
import type { AnsweredCall, AskedCall, AskedCalls, ThreadMessage } from './messages.ts';
import { pluginThread } from './thread-ahead.ts';

export interface SessionOptions {
  /** URL of the plugin's file, or name of its package. */
  readonly address: string;
  /** The base address of the installation, known once it listens. */
  readonly baseUrl: () => string;
  /** Longest time that one call may take, in milliseconds. */
  readonly timeoutMs: number;
  /** Largest heap of the thread, in MB. Buffers are not part of it. */
  readonly memoryMb: number;
  readonly log: Pick<GatewayLog, 'logger'>;
}

/** Gets the end of one call; `null` if the thread ended first. */
export type CallDone = (answered: AnsweredCall | null) => void;

/**
 * One life of a plugin's thread, which begins with a rehearsal. All calls of one turn of the event loop go to it as one
 * message. It is ended when it answers nothing within the time limit although it has calls, because one of them must have
 * taken that long.
 */
export class ThreadSession {
  readonly #options: SessionOptions;
  readonly #thread: Worker;
  /** The plugin as plain data once the thread can answer calls, or every reason why it cannot. */
  readonly rehearsed: Promise<Imported>;
  /** Name of the plugin; its address until the rehearsal has told the name. */
  #name: string;
  readonly #running = new Map<number, CallDone>();
  #outbox: AskedCall[] = [];
  #lastId = 0;
  /** When the thread last got its first call or sent answers. */
  #progressAt = 0;
  #watch: NodeJS.Timeout | undefined;
  /** Why it has ended; `null` until then. */
  #over: string | null = null;
  #ended: (reason: string) => void = () => undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { address, memoryMb } = options;
    this.#name = address;
    const rehearsing = pluginThread(address, memoryMb);
    const { thread } = rehearsing;
    this.#thread = thread;
    this.rehearsed = this.#rehearsal(rehearsing);
    thread.on('message', (message: ThreadMessage) => this.#got(message));
    thread.on('error', (error: unknown) => this.#end(this.#told(error)));
    thread.on('exit', (code) => this.#end(`ended with exit code ${code}`));
  }

  /** Calls `ended` once with the reason, when the thread has ended or is being ended. {@link close} does not call it. */
  onEnd(ended: (reason: string) => void): void {
    if (this.#over === null) this.#ended = ended;
    else ended(this.#over);
  }

  /** Calls that the thread has not answered. */
  get running(): number {
    return this.#running.size;
  }

  /**
   * Sends a call with the others of this turn.
   *
   * @param done called once, unless the call is forgotten first
   * @returns a function that forgets the call; the thread computes it nevertheless
   */
  ask(call: Omit<AskedCall, 'id'>, done: CallDone): () => void {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#running.set(id, done);
    this.#outbox.push({ id, ...call });
    if (this.#outbox.length === 1) setImmediate(() => this.#send());
    return () => {
      if (this.#running.has(id)) this.#running.set(id, () => undefined);
    };
  }

  /** Ends the thread without calling `ended`. Calls in it get `null`. */
  async close(): Promise<void> {
    this.#stop('was closed');
    await this.#thread.terminate();
  }

  async #rehearsal(rehearsing: RehearsalThread): Promise<Imported> {
    const outcome = await rehearsalIn(rehearsing, this.#options.memoryMb);
    if ('plugin' in outcome) this.#name = outcome.plugin.name;
    else this.#end(`was refused: ${outcome.reasons.join('; ')}`);
    return outcome;
  }

  #send(): void {
    if (this.#over !== null) return;
    const message: AskedCalls = { baseUrl: this.#options.baseUrl(), calls: this.#outbox };
    this.#outbox = [];
    if (this.#watch === undefined) {
      this.#progressAt = performance.now();
      this.#watchFor(this.#options.timeoutMs);
    }
    this.#thread.postMessage(message);
  }

  #got(message: ThreadMessage): void {
    if (this.#over !== null) return;
    if ('stray' in message) {
      const { logger } = this.#options.log;
      logger.error({ plugin: this.#name, err: message.stray }, 'error of a plugin outside of a call');
    } else if ('answers' in message) {
      this.#progressAt = performance.now();
      for (const answered of message.answers) {
        const done = this.#running.get(answered.id);
        this.#running.delete(answered.id);
        done?.(answered);
      }
    }
  }

  /** One timer watches all calls: it looks at the time of the last answers when it goes off. */
  #watchFor(ms: number): void {
    // After a pause of this event loop, answers may already wait to be read: they come before the check.
    this.#watch = setTimeout(() => setImmediate(() => this.#check()), ms);
  }

  #check(): void {
    if (this.#over !== null) return;
    this.#watch = undefined;
    if (this.#running.size === 0) return;
    const { timeoutMs } = this.#options;
    const left = this.#progressAt + timeoutMs - performance.now();
    if (left > 0) this.#watchFor(Math.ceil(left));
    else this.#end(`took more than ${timeoutMs} ms for a call`);
  }

  #end(reason: string): void {
    if (this.#over !== null) return;
    this.#ended(reason);
    this.#stop(reason);
    void this.#thread.terminate();
  }

  #stop(reason: string): void {
    this.#over ??= reason;
    clearTimeout(this.#watch);
    const left = [...this.#running.values()];
    this.#running.clear();
    for (const done of left) done(null);
  }

  #told(error: unknown): string {
    if (!(error instanceof Error)) return `failed: ${String(error)}`;
    const isFull = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    return isFull ? `needs more than ${this.#options.memoryMb} MB` : `failed: ${error.stack ?? error.message}`;
  }
}
