import type { Cluster, Redis } from 'ioredis';
import { Attempts } from '../../request/limits/attempts.ts';
import { PlatformProblem } from './platform-problem.ts';

/** Limits on the number and duration of exports in a process. Times are in milliseconds. */
export interface ExportLimits {
  /** Concurrent exports. With SQLite, each of them is a thread. */
  readonly atOnce: number;
  /** Maximum number of clients that wait for a slot. */
  readonly waiting: number;
  /** How long a client waits for a slot. */
  readonly waitMs: number;
  /** Maximum duration of an export. */
  readonly mostMs: number;
  /**
   * While other clients wait, an export loses its slot if it has run for `graceMs` and its reader takes fewer
   * characters per second than `leastRate`.
   */
  readonly graceMs: number;
  readonly leastRate: number;
}

const LIMITS: ExportLimits = {
  atOnce: 4,
  waiting: 100,
  waitMs: 20_000,
  mostMs: 10 * 60_000,
  graceMs: 10_000,
  leastRate: 16_384,
};

/** Exports of one client in an hour; with Redis, across all processes. */
export const MOST_EXPORTS = 20;
const HOUR_S = 60 * 60;
const CHECK_WAITING_EVERY_MS = 1_000;

/** An export was cut off because it took too long or lost its slot. */
class ExportEnded extends Error {
  override readonly name = 'ExportEnded';
}

interface Running {
  readonly clientId: string;
  readonly startedAt: number;
  readonly parts: AsyncGenerator<string>;
  /** Number of characters that the reader has taken. */
  taken: number;
  ended: boolean;
}

interface Waiting {
  readonly take: () => void;
  readonly giveUp: () => void;
  readonly until: number;
}

/**
 * The exports of this process: a few at once, one for each client, and a queue for the others. A client is in the queue
 * at most once, so first come, first served is fair between clients. The server disconnects readers that take nothing
 * (plugins/sdk/server/slow-readers.ts). A slow reader keeps its slot only while no other client waits for one.
 */
export class Exports {
  readonly #limits: ExportLimits;
  readonly #hourly: Attempts;
  /** Clients with a running or waiting export. */
  readonly #clients = new Set<string>();
  readonly #running = new Set<Running>();
  readonly #waiting = new Set<Waiting>();
  /** Number of used slots: those of `#running`, and those of exports that are about to run. */
  #slots = 0;
  #checkTimer: NodeJS.Timeout | undefined;

  constructor(redis?: Redis | Cluster, limits: ExportLimits = LIMITS) {
    this.#limits = limits;
    this.#hourly = new Attempts({ name: 'exports', attempts: MOST_EXPORTS, seconds: HOUR_S }, redis);
  }

  /**
   * Waits for a slot, then returns the parts that `read` yields. The slot is free again when the parts are read to the
   * end or returned early, so the caller must begin to read them.
   *
   * @throws PlatformProblem 429 if another export of the client runs or its hourly limit is used up; 503 if no slot
   *   becomes free
   */
  async open(clientId: string, read: () => AsyncGenerator<string>): Promise<AsyncGenerator<string>> {
    if (this.#clients.has(clientId)) {
      throw new PlatformProblem('too-many-exports', { detail: 'detail_running', headers: ['Retry-After', '10'] });
    }
    this.#clients.add(clientId);
    try {
      const wait = await this.#hourly.take(clientId);
      if (wait > 0) {
        const values = { most: MOST_EXPORTS, retry: wait };
        throw new PlatformProblem('too-many-exports', { values, headers: ['Retry-After', String(wait)] });
      }
      await this.#takeSlot().catch(async (error: unknown) => {
        await this.#hourly.giveBack(clientId);
        throw error;
      });
    } catch (error) {
      this.#clients.delete(clientId);
      throw error;
    }
    return this.#run(clientId, read());
  }

  async *#run(clientId: string, parts: AsyncGenerator<string>): AsyncGenerator<string> {
    const one: Running = { clientId, startedAt: performance.now(), parts, taken: 0, ended: false };
    this.#running.add(one);
    try {
      for await (const part of parts) {
        if (performance.now() - one.startedAt > this.#limits.mostMs) throw new ExportEnded();
        yield part;
        one.taken += part.length;
        // The parts have ended by now, so without this error the export would look complete.
        if (one.ended) throw new ExportEnded();
      }
    } finally {
      this.#leave(one);
    }
  }

  /** Frees the slot of an export and gives it to the next client. */
  #leave(one: Running): void {
    if (!this.#running.delete(one)) return;
    this.#clients.delete(one.clientId);
    this.#slots -= 1;
    const [next] = this.#waiting;
    if (next !== undefined) this.#admit(next);
  }

  #takeSlot(): Promise<void> {
    if (this.#slots < this.#limits.atOnce) {
      this.#slots += 1;
      return Promise.resolve();
    }
    if (this.#waiting.size >= this.#limits.waiting) throw busy();
    return new Promise<void>((resolve, reject) => {
      const until = performance.now() + this.#limits.waitMs;
      this.#waiting.add({ take: resolve, giveUp: () => reject(busy()), until });
      this.#checkTimer ??= setInterval(() => this.#checkWaiting(), CHECK_WAITING_EVERY_MS);
      this.#checkWaiting();
    });
  }

  #admit(next: Waiting): void {
    this.#waiting.delete(next);
    this.#slots += 1;
    next.take();
  }

  /** While clients wait: refuses clients that have waited too long, and ends the slowest export if it is too slow. */
  #checkWaiting(): void {
    const now = performance.now();
    for (const one of this.#waiting) {
      if (now >= one.until) {
        this.#waiting.delete(one);
        one.giveUp();
      }
    }
    if (this.#waiting.size === 0) {
      clearInterval(this.#checkTimer);
      this.#checkTimer = undefined;
      return;
    }
    const rate = ({ taken, startedAt }: Running) => (taken / (now - startedAt)) * 1_000;
    const [slowest] = [...this.#running]
      .filter((one) => now - one.startedAt >= this.#limits.graceMs && rate(one) < this.#limits.leastRate)
      .toSorted((a, b) => rate(a) - rate(b));
    if (slowest === undefined) return;
    slowest.ended = true;
    void slowest.parts.return(undefined).catch(() => undefined);
    this.#leave(slowest);
  }
}

function busy(): PlatformProblem {
  return new PlatformProblem('temporarily-unavailable', { headers: ['Retry-After', '10'] });
}
