/**
 * The contract between a gateway process and a counter store: the store, and from `contract/` what it counts
 * (`counters.ts`), by which limits (`limits.ts`), what a process asks (`commands.ts`, `leases.ts`) and what SQL keeps
 * (`checkpoint.ts`). README.md explains the rules and the vocabulary.
 *
 * Three stores implement it: the pure model (`model/model.ts`), the embedded store (SQLite) and the Redis store. One
 * suite (`testing/contract.suite.ts`) and one seeded simulation hold the stores to the model.
 *
 * A *month* is a UTC calendar month written `2026-11`. All times are milliseconds since 1970 by the clock of the store,
 * unless noted.
 */

import type { Checkpoint, Loaded } from './contract/checkpoint.ts';
import type { Admit, AdmitAnswer, GiveBack, Keep } from './contract/commands.ts';
import type { MonthCounters, UsageEpoch, UsageName, UsagePage, UsageRow } from './contract/counters.ts';
import type { Limits } from './contract/limits.ts';

export type * from './contract/checkpoint.ts';
export * from './contract/commands.ts';
export type * from './contract/counters.ts';
export type * from './contract/leases.ts';
export * from './contract/limits.ts';

/** Settles the command at `index` of the batch with its answer, or with the error that replaced it. */
export type Settle = (index: number, answer: AdmitAnswer | Error) => void;

/** A store of counters. Every method is atomic for one client. A rejected promise means the outcome is unknown. */
export interface CounterStore {
  /** Runs commands of different clients. Calls `settle` once per command, after its effect is durable. */
  admit(commands: readonly Admit[], settle: Settle): void;
  giveBack(command: GiveBack): Promise<'returned' | 'gone' | 'duplicate'>;
  /**
   * Ends a hold whose call is charged. `counted`: the hold had returned by itself, and its units are counted again.
   * `gone`: the epoch is gone.
   */
  keep(command: Keep): Promise<'kept' | 'counted' | 'gone'>;
  /** Returns the units of holds whose time is over, and says which. Called every few seconds. */
  returnHolds(): Promise<readonly GiveBack[]>;
  /** Ensures that no command of `process` up to `sequence` can still run. Returns the last sequence seen before. */
  fence(client: string, process: string, sequence: number): Promise<number>;
  /** Writes the limits unless the store has this version or a greater one. */
  writeLimits(client: string, limits: Limits): Promise<void>;
  /**
   * Aligns the counters of a client and month with the checkpoint. Returns the watermark for this process. A counter
   * at or above the checkpoint of its own epoch stays, and its base becomes the sum of the other epochs. A missing or
   * lower counter is replaced by a fresh epoch whose base is the sum of all epochs. Commands that the checkpoint
   * contains are duplicates from then on. Idempotent.
   */
  load(client: string, month: string, checkpoint: Checkpoint): Promise<Loaded>;
  /**
   * Adds usage rows of calls refused before admission (401, 403) or by it (429). Rows belong to the epoch of their
   * month: without a counter of that month it adds nothing and answers `gone`. Then `load` and send again.
   */
  tally(client: string, month: string, rows: readonly UsageRow[]): Promise<'tallied' | 'gone'>;
  /** Reads the counters of a client and month; `null` if the store has none. */
  counters(client: string, month: string): Promise<MonthCounters | null>;
  /** Reads the rows that count calls of these names, each at least once; `null` if the epoch is gone. */
  usage(of: UsageEpoch, names: readonly UsageName[]): Promise<readonly UsageRow[] | null>;
  /**
   * Reads all usage rows, a page at a time; `cursor` is `null` for the first page. A row that changes meanwhile appears
   * with its old or its new values. `null` if the epoch is gone.
   */
  usagePage(of: UsageEpoch, cursor: string | null): Promise<UsagePage | null>;
  close(): Promise<void>;
}

/**
 * The outcome of an earlier command: its answer, or `null` if it has not run and never will. `followed`: a later command
 * of the process ran for the client, and the store keeps only the last answer. `contained`: a loaded checkpoint contains
 * it, and its answer is lost. `unknown`: the counters are missing; `load` and ask again.
 */
export type Recalled = AdmitAnswer | null | 'followed' | 'contained' | 'unknown';

/** A store behind a network, which can report the outcome of an earlier command. */
export interface RecallingStore extends CounterStore {
  /** Reports the outcome of a command, which cannot run afterwards. */
  recall(command: Admit): Promise<Recalled>;
}
