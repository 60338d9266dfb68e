import { WorkThread, type WorkThreadOptions } from './work-thread.ts';

/** A {@link WorkThread} that ends after some time without work, which frees its memory. Later work starts it again. */
export class IdleThread<Work, Answer> {
  readonly #thread: WorkThread<Work, Answer>;
  readonly #idleMs: number;
  /** Pieces of work that are requested and not done. */
  #waiting = 0;
  #idle: NodeJS.Timeout | undefined;

  /** @param idleMs milliseconds without work after which the thread ends */
  constructor(options: WorkThreadOptions, idleMs: number) {
    this.#thread = new WorkThread(options);
    this.#idleMs = idleMs;
  }

  /** Does one piece of work at a time. @throws the error of the work, or an `Error` if the thread ended */
  async run(work: Work): Promise<Answer> {
    clearTimeout(this.#idle);
    this.#waiting += 1;
    try {
      return await this.#thread.run(work);
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#idle = setTimeout(() => this.#thread.end(), this.#idleMs).unref();
    }
  }
}
