import type { Limits } from '../contract.ts';
import type { AdmissionRequest, Done } from './admission-request.ts';

/** The most calls of a client that travel together. */
const MOST_ITEMS = 256;

export interface Waiting {
  readonly request: AdmissionRequest;
  readonly done: Done;
}

/** A command that is not an admission of waiting calls. It keeps its sequence however often it has to be sent. */
export type DeferredCommand = () => Promise<void>;

/**
 * The way of one client to the store: one command at a time, in the order of their sequences, since a later one makes
 * an earlier look like a duplicate. Hence errands go before calls, and one that failed stays at the head.
 */
export class ClientQueue {
  readonly client: string;
  /** True from the moment a command is sent until its answer, repairs included. */
  busy = false;
  /** True while it stands in line for the next turn. */
  queued = false;
  readonly deferred: DeferredCommand[] = [];
  /** While errands run. */
  running: Promise<void> | null = null;
  /** The calls of the command in flight, and the newest limits among them. */
  batch: readonly Waiting[] = [];
  limits: Limits | null = null;
  /** That of the command in flight: repairs do not change it, for errands may have been given the next ones. */
  sequence = 0;
  repairs = 0;
  #waiting: Waiting[] = [];

  constructor(client: string) {
    this.client = client;
  }

  get empty(): boolean {
    return this.#waiting.length === 0 && this.deferred.length === 0;
  }

  wait(request: AdmissionRequest, done: Done): void {
    this.#waiting.push({ request, done });
  }

  /** Takes the next batch out of the line, without the callers who have left; false when nobody is there. */
  takeBatch(): boolean {
    const taken = this.#waiting.length <= MOST_ITEMS ? this.#waiting : this.#waiting.slice(0, MOST_ITEMS);
    this.#waiting = taken === this.#waiting ? [] : this.#waiting.slice(MOST_ITEMS);
    this.batch = taken.filter(({ request }) => request.abandoned?.() !== true);
    this.repairs = 0;
    this.limits = null;
    for (const { request } of this.batch) {
      if (this.limits === null || request.limits.version > this.limits.version) this.limits = request.limits;
    }
    return this.batch.length > 0;
  }

  /** Takes everybody out of the line. */
  clear(): readonly Waiting[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }
}
