import type { Cluster, Redis } from 'ioredis';
import { Attempts } from '../../request/limits/attempts.ts';
import { PlatformProblem } from './platform-problem.ts';

/** How many exports a process runs, and how long each may take. Times in milliseconds. */
export interface ExportLimits {
  /** Exports that run at once: with SQLite each of them is a thread. */
  readonly atOnce: number;
  /** Clients that wait for a place, and for how long. */
  readonly waiting: number;
  readonly waitMs: number;
  /** The longest an export may take. */
  readonly mostMs: number;
  /**
   * While others wait, an export that has run for `graceMs` and was taken with fewer characters a second than `leastRate`
   * gives its place up.
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

/** Exports of one client in an hour, over all processes where there is Redis. */
export const MOST_EXPORTS = 20;
const HOUR_S = 60 * 60;
const WAITING_LOOKS_EVERY_MS = 1_000;

/** An export that was cut off: it took too long, or gave its place up. */
class ExportEnded extends Error {
  override readonly name = 'ExportEnded';
}

interface Running {
  readonly clientId: string;
  readonly startedAt: number;
  readonly parts: AsyncGenerator<string>;
  /** Characters that the reader has taken. */
  taken: number;
  ended: boolean;
}

interface Waiting {
  readonly take: () => void;
  readonly giveUp: () => void;
  readonly until: number;
}

/**
 * The exports of this process: a few at once, one a client, and for the others a queue. Since a client stands in the queue
 * at most once, first come first served is fair between clients. Readers that take nothing are ended by the server
 * (plugins/sdk/server/slow-readers.ts); one that takes little keeps its place only while no other client wants it.
 */
export class Exports {
  readonly #limits: ExportLimits;
  readonly #hourly: Attempts;
  /** Clients with an export that runs or waits. */
  readonly #clients = new Set<string>();
  readonly #running = new Set<Running>();
  readonly #waiting = new Set<Waiting>();
  /** Places that are taken: those of `#running`, and those given to exports that are about to run. */
  #places = 0;
  #looks: NodeJS.Timeout | undefined;

  constructor(redis?: Redis | Cluster, limits: ExportLimits = LIMITS) {
    this.#limits = limits;
    this.#hourly = new Attempts({ name: 'exports', attempts: MOST_EXPORTS, seconds: HOUR_S }, redis);
  }

  /**
   * Waits for a place, and answers the parts that `read` gives. The place is free again when they are read to their end or
   * returned early: the caller must begin to read them.
   *
   * @throws Refused 429 where another export of the client runs, or its hour is used up; 503 where no place gets free
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
      await this.#place().catch(async (error: unknown) => {
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
        // Its parts have ended by then: without this it would look complete.
        if (one.ended) throw new ExportEnded();
      }
    } finally {
      this.#leave(one);
    }
  }

  /** Lets the next client have the place. */
  #leave(one: Running): void {
    if (!this.#running.delete(one)) return;
    this.#clients.delete(one.clientId);
    this.#places -= 1;
    const [next] = this.#waiting;
    if (next !== undefined) this.#admit(next);
  }

  #place(): Promise<void> {
    if (this.#places < this.#limits.atOnce) {
      this.#places += 1;
      return Promise.resolve();
    }
    if (this.#waiting.size >= this.#limits.waiting) throw busy();
    return new Promise<void>((resolve, reject) => {
      const until = performance.now() + this.#limits.waitMs;
      this.#waiting.add({ take: resolve, giveUp: () => reject(busy()), until });
      this.#looks ??= setInterval(() => this.#look(), WAITING_LOOKS_EVERY_MS);
      this.#look();
    });
  }

  #admit(next: Waiting): void {
    this.#waiting.delete(next);
    this.#places += 1;
    next.take();
  }

  /** While clients wait: ends the slowest export where it is too slow, and sends away who has waited too long. */
  #look(): void {
    const now = performance.now();
    for (const one of this.#waiting) {
      if (now >= one.until) {
        this.#waiting.delete(one);
        one.giveUp();
      }
    }
    if (this.#waiting.size === 0) {
      clearInterval(this.#looks);
      this.#looks = undefined;
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
