import { Worker } from 'node:worker_threads';
import type { MissingRecords } from '../journal/segments.ts';
import type { ClientMonth } from './embedded-tables.ts';

/** Work on the counter file. */
export type TableWork =
  | { readonly kind: 'bring-in'; readonly segment: string }
  | { readonly kind: 'remove'; readonly months: readonly ClientMonth[] };

export type TableAnswer =
  | { readonly kind: 'done'; readonly last: number; readonly missing: readonly MissingRecords[] }
  | { readonly kind: 'failed'; readonly message: string };

interface Asked {
  readonly resolve: (answer: Extract<TableAnswer, { kind: 'done' }>) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Writes to the counter file in a thread of its own, one piece of work after the other: a transaction with its sync
 * takes milliseconds, which no call should wait for.
 */
export class TableWriter {
  readonly #path: string;
  #worker: Worker | null = null;
  readonly #asked: Asked[] = [];

  /** @param path path of the counter file, which exists */
  constructor(path: string) {
    this.#path = path;
  }

  /** Resolves when the work is committed. Rejects if it is not; then nothing of it was done. */
  run(work: TableWork): Promise<Extract<TableAnswer, { kind: 'done' }>> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ resolve, reject });
      this.#worker ??= this.#start();
      this.#worker.postMessage(work);
    });
  }

  /** Ends the thread. Unfinished work is rejected. */
  async end(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./table-writer-thread.ts', import.meta.url), { workerData: this.#path });
    worker.unref();
    worker.on('message', (answer: TableAnswer) => {
      const asked = this.#asked.shift();
      if (answer.kind === 'done') asked?.resolve(answer);
      else asked?.reject(new Error(answer.message));
    });
    // An exit follows.
    let cause: unknown;
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => {
      this.#worker = null;
      for (const { reject } of this.#asked.splice(0)) {
        reject(new Error('the thread that writes the counter file ended', { cause }));
      }
    });
    return worker;
  }
}
