import type { Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { RestartPause } from '../../values/restart-pause.ts';
import { isReady, type Ready, type StopRequest } from './messages.ts';
import { closeUnclaimedConnections } from './unclaimed-connections.ts';
import { WorkerNotStarted } from './worker-not-started.ts';

/** Start timeout of a worker; waiting for PostgreSQL may take half of it. */
const START_MS = 60_000;

/** Stop timeout of a worker: ten seconds for running calls, the rest for writing counts. */
const STOP_MS = 15_000;

export interface WorkerSlotOptions {
  /** @param required sources of plugins without which the worker must not start */
  readonly fork: (required: readonly string[]) => Worker;
  readonly logger: Logger;
}

/** Keeps one worker running: restarts it when it dies, and replaces it on request. */
export class WorkerSlot {
  readonly #options: WorkerSlotOptions;
  readonly #closing = new AbortController();
  #worker: Worker | null = null;
  /** The sources of its plugins. */
  #sources: readonly string[] = [];
  readonly #pause = new RestartPause();
  /** Serializes the operations: a worker is not replaced while it is being restarted. */
  #busy: Promise<unknown> = Promise.resolve();

  constructor(options: WorkerSlotOptions) {
    this.#options = options;
  }

  /** Starts the first worker. @throws WorkerNotStarted */
  async start(): Promise<Ready> {
    const [worker, ready] = await readyWorker(this.#options.fork, []);
    this.#put(worker, ready);
    return ready;
  }

  /**
   * Starts a new worker and stops the old one once the new one is ready. The new one must have the plugins of the old
   * one, except those that are no longer configured.
   *
   * @throws WorkerNotStarted; the old worker keeps running
   */
  replace(): Promise<void> {
    return this.#afterAll(async () => {
      const old = this.#worker;
      const [worker, ready] = await readyWorker(this.#options.fork, this.#sources);
      this.#put(worker, ready);
      if (old !== null) await stopWorker(old, 'replaced');
    });
  }

  /** Starts no further worker; the current one keeps running. */
  close(): void {
    this.#closing.abort();
  }

  #put(worker: Worker, { sources }: Ready): void {
    const { logger } = this.#options;
    const since = performance.now();
    this.#worker = worker;
    this.#sources = sources;
    logger.info({ worker: worker.process.pid }, 'worker ready');
    worker.once('exit', (code: number | null, signal: string | null) => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      if (this.#closing.signal.aborted) return;
      logger.error({ worker: worker.process.pid, code, signal }, 'worker died');
      this.#pause.ended(performance.now() - since);
      void this.#afterAll(() => this.#restart());
    });
  }

  async #restart(): Promise<void> {
    const { fork, logger } = this.#options;
    const { signal } = this.#closing;
    while (this.#worker === null && !signal.aborted) {
      await sleep(this.#pause.ms, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        const [worker, ready] = await readyWorker(fork, []);
        this.#put(worker, ready);
      } catch (error) {
        if (signal.aborted) return;
        this.#pause.failed();
        logger.error({ err: error, again: this.#pause.ms }, 'worker could not be started');
      }
    }
  }

  #afterAll(work: () => Promise<void>): Promise<void> {
    const done = this.#busy.then(work);
    this.#busy = done.catch(() => undefined);
    return done;
  }
}

async function readyWorker(
  fork: WorkerSlotOptions['fork'],
  required: readonly string[],
): Promise<readonly [Worker, Ready]> {
  const worker = fork(required);
  // Ignores a failed message to a worker that has just died; its exit is handled separately.
  worker.on('error', () => undefined);
  closeUnclaimedConnections(worker);
  const overdue = setTimeout(() => worker.process.kill('SIGKILL'), START_MS);
  try {
    const ready = await new Promise<Ready>((resolve, reject) => {
      worker.on('message', (message: unknown) => {
        if (isReady(message)) resolve(message);
      });
      worker.once('exit', (code: number | null, signal: string | null) => {
        reject(new WorkerNotStarted(signal ?? `exit code ${code}`, code ?? 1));
      });
    });
    return [worker, ready];
  } finally {
    clearTimeout(overdue);
  }
}

/** Asks a worker to finish its calls; resolves when it has exited. */
export async function stopWorker(worker: Worker, leaving: StopRequest['leaving']): Promise<void> {
  if (worker.isDead()) return;
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  const overdue = setTimeout(() => worker.process.kill('SIGKILL'), STOP_MS);
  const request: StopRequest = { vitalgate: 'stop', leaving };
  if (worker.isConnected()) worker.send(request, () => undefined);
  await ended;
  clearTimeout(overdue);
}
