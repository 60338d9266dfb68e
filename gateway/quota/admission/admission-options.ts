import type { Checkpoint, CounterStore, Limits } from '../contract.ts';
import type { LostUnits } from './confirmed-units.ts';
import type { LeaseJournal } from './lease-journal.ts';
import type { NewKeys } from './new-keys.ts';
import type { Schedule } from './schedule.ts';

export interface AdmissionOptions {
  readonly store: CounterStore;
  /** The store's clock as the process knows it, in milliseconds since 1970. */
  readonly clock: () => number;
  /** A random name for this process. Never reuse one. */
  readonly process: string;
  /** Reads the checkpoint of a client and month from SQL. */
  readonly loadCheckpoint: (client: string, month: string) => Promise<Checkpoint>;
  /** Reads the current limits from SQL. Only replays use it; every other call brings its own limits. */
  readonly loadLimits: (client: string) => Promise<Limits>;
  readonly log: { warn(fields: object, message: string): void };
  readonly schedule?: Schedule;
  /** Called when the store has lost counters or calls. */
  readonly lost?: (loss: Loss) => void;
  /** Set if the store grants leases. */
  readonly leases?: LeasingOptions;
  /** Default the bound of {@link NewKeys}. */
  readonly newKeys?: NewKeys;
}

/** What a process has counted: every call counted before `through`, and every command up to `sequence`. */
export interface Progress {
  /** Milliseconds since 1970. */
  readonly through: number;
  readonly sequence: number;
}

/** What the store has lost of a client and month, as one process notices it. */
export interface Loss {
  readonly client: string;
  readonly month: string;
  /** Units that this process has restored from the checkpoint; `null` if it had to restore nothing. */
  readonly restored: number | null;
  /** What the store had confirmed to this process and the checkpoint did not contain; `null` if that is nothing. */
  readonly lost: LostUnits | null;
}

/** What a process needs for leases. */
export interface LeasingOptions {
  readonly journal: LeaseJournal;
  readonly recalls: Recalls;
  /** The machine's clock, in milliseconds. A lease also ends by this one, because it goes on while others are suspended. */
  readonly wall: () => number;
  /** Milliseconds of a clock that is never set. */
  readonly monotonic: () => number;
}

/** Recalls that other processes publish. */
export interface Recalls {
  /** Calls `recalled` with each client whose leases must be closed. */
  listen(recalled: (client: string) => void): void;
  /** Whether recalls arrive. */
  readonly live: boolean;
}
