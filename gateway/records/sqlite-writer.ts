import { setTimeout as sleep } from 'node:timers/promises';
import { WorkThread } from '../threads/work-thread.ts';
import { isBusy } from './records-away.ts';
import { BUSY_MS, openToWrite, type RecordsFile, type StatementResult } from './sqlite-file.ts';
import { doWrite, type SqliteWrite } from './sqlite-write.ts';

/**
 * The only writer of this process. Its work is done one after the other, in the order in which it was asked for: in this
 * thread, which waits for the disk, until it moves to another one.
 */
export class SqliteWriter {
  readonly #dataDir: string;
  #worker: Worker;
  /** Settles when no caller writes or waits. */
  #last: Promise<void> = Promise.resolve();
  /** Why the last write failed, if another program was writing. */
  #busy: unknown = null;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#worker = workerHere(dataDir);
  }

  /** Leaves all later work to a thread, which starts with the next. */
  async moveToThread(): Promise<void> {
    const done = await this.#nextInLine();
    try {
      await this.#worker.end();
      this.#worker = workerThread(this.#dataDir);
    } finally {
      done();
    }
  }

  /**
   * Waits for the turn of this caller, which lasts until it calls the returned function.
   *
   * @throws the error of the write before, if this caller has waited for another program as long as a write may
   */
  async turn(): Promise<() => void> {
    const asked = performance.now();
    const done = await this.#nextInLine();
    if (this.#busy !== null && performance.now() - asked >= BUSY_MS) {
      done();
      throw this.#busy;
    }
    return done;
  }

  /** Does work of the caller whose turn it is. */
  async run(work: SqliteWrite): Promise<StatementResult[]> {
    try {
      const results = await this.#worker.run(work);
      this.#busy = null;
      return results;
    } catch (error) {
      this.#busy = isBusy(error) ? error : null;
      throw error;
    }
  }

  /** Does work that needs no other. */
  async write(work: SqliteWrite): Promise<StatementResult[]> {
    const done = await this.turn();
    try {
      return await this.run(work);
    } finally {
      done();
    }
  }

  /** Does nothing if work is in progress: that is rejected. */
  close(): Promise<void> {
    return this.#worker.end();
  }

  /** @returns a function that lets the next one go on */
  async #nextInLine(): Promise<() => void> {
    const before = this.#last;
    let done = () => {};
    this.#last = new Promise((resolve) => {
      done = resolve;
    });
    await before;
    return done;
  }
}

interface Worker {
  run(work: SqliteWrite): Promise<StatementResult[]>;
  end(): Promise<void>;
}

function workerThread(dataDir: string): Worker {
  return new WorkThread<SqliteWrite, StatementResult[]>({
    module: new URL('./sqlite-write-thread.ts', import.meta.url),
    data: dataDir,
    purpose: 'writes to the records',
  });
}

/** Milliseconds between two attempts to get the lock of the file. */
const RETRY_MS = 5;

function workerHere(dataDir: string): Worker {
  let file: RecordsFile | null = null;
  return {
    async run(work) {
      // This thread must go on while it waits: the other writer may be a part of this process.
      file ??= openToWrite(dataDir, 0);
      const deadline = performance.now() + BUSY_MS;
      for (;;) {
        try {
          return doWrite(file, work);
        } catch (error) {
          // Only the first statement of a transaction waits for the lock, and it has changed nothing.
          if (!isBusy(error) || file.inTransaction || performance.now() > deadline) throw error;
        }
        await sleep(RETRY_MS);
      }
    },
    async end() {
      file?.close();
      file = null;
    },
  };
}
