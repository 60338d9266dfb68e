import type { Worker } from 'node:worker_threads';
import type { ThreadMessage } from './do-work.ts';
import { startThread } from './v8-flags.ts';

/**
 * Megabytes for new objects of a thread. The default follows that of the main thread, which needs it for short pauses; no
 * caller waits for a thread.
 */
const YOUNG_MB = 6;

export interface WorkThreadOptions {
  /** The module that the thread runs; it calls `doWork`. */
  readonly module: URL;
  /** Plain data for the module, as its `workerData`. */
  readonly data: unknown;
  /** What the thread does, for error messages: `writes to the records`. */
  readonly purpose: string;
}

interface Asked<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A worker thread that does one piece of work after the other. It starts with the first piece of work, or by `begin`, and
 * again after a crash. Only a thread that works keeps the process alive.
 *
 * @example
 * const thread = new WorkThread<number, number>({ module: new URL('./square.ts', import.meta.url), ... });
 * await thread.run(3); // 9, if square.ts calls doWork((n: number) => n * n)
 */
export class WorkThread<Work, Answer> {
  readonly #options: WorkThreadOptions;
  #worker: Worker | null = null;
  #asked: Asked<Answer> | null = null;
  /** The last piece of work. It is over before the next one is sent. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: WorkThreadOptions) {
    this.#options = options;
  }

  /** Starts the thread ahead of its first piece of work. */
  begin(): void {
    if (this.#worker === null) this.#start().unref();
  }

  /** @throws the error of the work, or an `Error` if the thread ended before the work was done */
  run(work: Work): Promise<Answer> {
    const answer = this.#last.then(() => this.#ask(work));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  /** Ends the thread. The work in progress is rejected; later work starts a new thread. */
  async end(): Promise<void> {
    const worker = this.#worker;
    this.#ended();
    await worker?.terminate();
  }

  #ask(work: Work): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#asked = { resolve, reject };
      const worker = this.#worker ?? this.#start();
      worker.ref();
      worker.postMessage(work);
    });
  }

  #start(): Worker {
    const { module, data } = this.#options;
    const worker = startThread(module, { workerData: data, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    this.#worker = worker;
    worker.on('message', (answer: ThreadMessage<Answer>) => {
      if (this.#worker !== worker || 'ready' in answer) return;
      worker.unref();
      const asked = this.#take();
      if ('done' in answer) asked?.resolve(answer.done);
      else asked?.reject(errorOf(answer));
    });
    // An exit follows.
    let cause: unknown;
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => {
      if (this.#worker === worker) this.#ended(cause);
    });
    return worker;
  }

  #ended(cause?: unknown): void {
    this.#worker = null;
    this.#take()?.reject(new Error(`the thread that ${this.#options.purpose} ended`, { cause }));
  }

  #take(): Asked<Answer> | null {
    const asked = this.#asked;
    this.#asked = null;
    return asked;
  }
}

function errorOf({ failed, members }: { readonly failed: unknown; readonly members: object }): unknown {
  return failed instanceof Error ? Object.assign(failed, members) : failed;
}
