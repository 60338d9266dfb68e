import type { Limits } from '../contract.ts';
import type { AdmissionRequest, Done } from './admission-request.ts';
import type { SentPart } from './lease-table.ts';

/** Most calls in one command. */
const MOST_ITEMS = 256;

export interface Waiting {
  readonly request: AdmissionRequest;
  readonly done: Done;
  /** How often the store asked to decide the call again. */
  again: number;
}

/** Shared by all queues without calls, so nothing may be added to it. */
const NONE: Waiting[] = [];

/** A command other than an admission, such as a give-back. It keeps its sequence however often it is sent. */
export type DeferredCommand = () => Promise<void>;

/**
 * The commands of one client, sent one at a time in the order of their sequences: a later sequence makes an earlier one
 * look like a duplicate (README.md, invariant 5). Deferred commands therefore go before calls, and a failed one stays
 * at the head.
 */
export class ClientQueue {
  readonly client: string;
  /** True while a command is in flight, repairs included. */
  busy = false;
  /** True while scheduled for the next turn. */
  queued = false;
  readonly deferred: DeferredCommand[] = [];
  /** Settles when the running deferred commands end; `null` while none runs. */
  running: Promise<void> | null = null;
  /** The calls of the command in flight, and the newest limits among them. */
  batch: readonly Waiting[] = NONE;
  limits: Limits | null = null;
  /** Sequence of the command in flight. Repairs keep it, because deferred commands may already hold later ones. */
  sequence = 0;
  repairs = 0;
  /** Milliseconds from the process's reading of the store's clock to the store's own, if the store has corrected it. */
  correction = 0;
  /** Corrections since the last decision. */
  corrections = 0;
  /** True while its calls wait for leases of other processes. */
  pausing = false;
  /** Whether the client's lease must be renewed or closed. */
  renews = false;
  /** The lease part of the command in flight. */
  part: SentPart | null = null;
  #waiting: Waiting[] = NONE;

  constructor(client: string) {
    this.client = client;
  }

  get empty(): boolean {
    return this.#waiting.length === 0 && this.deferred.length === 0 && !this.renews;
  }

  wait(request: AdmissionRequest, done: Done): void {
    const waiting = { request, done, again: 0 };
    // Many turns bring one call of a client, and an array that grows by `push` has room for seventeen.
    if (this.#waiting.length === 0) this.#waiting = [waiting];
    else this.#waiting.push(waiting);
  }

  /** Puts back calls that must be decided again, before all others. */
  waitAgain(waiting: readonly Waiting[]): void {
    this.#waiting = [...waiting, ...this.#waiting];
  }

  /** Keeps the waiting calls for which `stays` returns true. */
  keep(stays: (waiting: Waiting) => boolean): void {
    this.#waiting = this.#waiting.filter(stays);
  }

  /** Whether calls wait. */
  get hasCalls(): boolean {
    return this.#waiting.length > 0;
  }

  /** Takes the next batch from the queue, without abandoned calls. Returns false if none is left. */
  takeBatch(): boolean {
    const taken = this.#waiting.length <= MOST_ITEMS ? this.#waiting : this.#waiting.slice(0, MOST_ITEMS);
    this.#waiting = taken === this.#waiting ? NONE : this.#waiting.slice(MOST_ITEMS);
    this.batch = taken.some(isAbandoned) ? taken.filter((waiting) => !isAbandoned(waiting)) : taken;
    this.repairs = 0;
    this.limits = null;
    for (const { request } of this.batch) {
      if (this.limits === null || request.limits.version > this.limits.version) this.limits = request.limits;
    }
    return this.batch.length > 0;
  }

  /** Prepares a command without calls. */
  takeNothing(limits: Limits | null): void {
    this.batch = NONE;
    this.repairs = 0;
    this.limits = limits;
  }

  /** Removes and returns every waiting call. */
  clear(): readonly Waiting[] {
    const waiting = this.#waiting;
    this.#waiting = NONE;
    return waiting;
  }
}

function isAbandoned({ request }: Waiting): boolean {
  return request.abandoned?.() === true;
}
