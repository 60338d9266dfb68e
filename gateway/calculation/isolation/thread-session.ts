import { Worker } from 'node:worker_threads';
import { ANSWERING_YOUNG_MB } from '../../threads/young-generation.ts';
import type { AnsweredCall, AskedCall, AskedCalls, ThreadMessage, ThreadOrder } from './messages.ts';

export interface SessionOptions {
  readonly order: ThreadOrder;
  /** The base address of the installation, known once it listens. */
  readonly baseUrl: () => string;
  /** Longest time that one call may take, in milliseconds. */
  readonly timeoutMs: number;
  /** Largest heap of the thread, in MB. Buffers are not part of it. */
  readonly memoryMb: number;
  /** Called once, when the thread can answer calls. */
  readonly ready: () => void;
  /** Called with the stack of each error outside of a call. */
  readonly stray: (error: string) => void;
  /** Called once with the reason, when the thread has ended or is being ended. */
  readonly ended: (reason: string) => void;
}

/** Gets the end of one call; `null` if the thread ended first. */
export type CallDone = (answered: AnsweredCall | null) => void;

/** Longest start of a thread, in milliseconds. Importing the plugin may take 10 s of it. */
const START_MS = 15_000;

const THREAD = new URL('./plugin-thread.ts', import.meta.url);

/**
 * One life of a plugin's thread. All calls of one turn of the event loop go to it as one message. It is ended when it
 * answers nothing within the time limit although it has calls, because one of them must have taken that long.
 */
export class ThreadSession {
  readonly #options: SessionOptions;
  readonly #thread: Worker;
  readonly #running = new Map<number, CallDone>();
  #outbox: AskedCall[] = [];
  #lastId = 0;
  /** When the thread last got its first call or sent answers. */
  #progressAt = 0;
  #watch: NodeJS.Timeout | undefined;
  #over = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { order, memoryMb } = options;
    const thread = new Worker(THREAD, {
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: ANSWERING_YOUNG_MB },
    });
    this.#thread = thread;
    this.#watch = setTimeout(() => this.#end('did not start in time'), START_MS);
    thread.on('message', (message: ThreadMessage) => this.#got(message));
    thread.on('error', (error: unknown) => this.#end(this.#told(error)));
    thread.on('exit', (code) => this.#end(`ended with exit code ${code}`));
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
    this.#stop();
    await this.#thread.terminate();
  }

  #send(): void {
    if (this.#over) return;
    const message: AskedCalls = { baseUrl: this.#options.baseUrl(), calls: this.#outbox };
    this.#outbox = [];
    if (this.#watch === undefined) {
      this.#progressAt = performance.now();
      this.#watchFor(this.#options.timeoutMs);
    }
    this.#thread.postMessage(message);
  }

  #got(message: ThreadMessage): void {
    if (this.#over) return;
    if (message === 'ready') {
      clearTimeout(this.#watch);
      this.#watch = undefined;
      this.#options.ready();
    } else if ('refused' in message) {
      this.#end(`was refused: ${message.refused.join('; ')}`);
    } else if ('stray' in message) {
      this.#options.stray(message.stray);
    } else {
      this.#progressAt = performance.now();
      for (const answered of message) {
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
    if (this.#over) return;
    this.#watch = undefined;
    if (this.#running.size === 0) return;
    const { timeoutMs } = this.#options;
    const left = this.#progressAt + timeoutMs - performance.now();
    if (left > 0) this.#watchFor(Math.ceil(left));
    else this.#end(`took more than ${timeoutMs} ms for a call`);
  }

  #end(reason: string): void {
    if (this.#over) return;
    this.#options.ended(reason);
    this.#stop();
    void this.#thread.terminate();
  }

  #stop(): void {
    this.#over = true;
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
