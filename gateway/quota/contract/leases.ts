import type { UsageRow } from './counters.ts';

/**
 * The lease part of a command: first the report counts, then the items are decided, then the wish is granted. A command
 * that reports for another holder wishes nothing.
 */
export interface LeasePart {
  readonly report: LeaseReport | null;
  readonly wish: LeaseWish | null;
}

/** What a lease has admitted so far. The month is the command's. */
export interface LeaseReport {
  /** The process that holds the lease: the sender, or a dead process whose journal the sender read. */
  readonly holder: string;
  /** Number of the lease. A report of an older lease than the last one counts nothing. */
  readonly number: number;
  /** The epoch that granted the lease. */
  readonly epoch: string;
  /** Absolute since the lease was opened. A row that did not change since an earlier report may be left out. */
  readonly rows: readonly LeasedRow[];
  /** True if the holder decides nothing from any lease of the client: what it still holds returns. */
  readonly final: boolean;
  /** Families whose tokens a final report returns. Tokens of other families lapse. */
  readonly families: readonly string[];
}

/** A usage row of calls that a lease admitted. */
export interface LeasedRow extends UsageRow {
  readonly family: string;
}

/** What the sending process would like to hold. */
export interface LeaseWish {
  /** The number of the open lease tops it up; a greater one opens a new lease. */
  readonly number: number;
  /** Units to hold. */
  readonly units: number;
  /** Tokens to hold, by family. Tokens of families that are not named any more lapse. */
  readonly tokens: readonly (readonly [family: string, tokens: number])[];
}

/** What a lease holds after a command: granted and not reported yet. */
export interface Held {
  readonly units: number;
  /** By family; empty without a burst policy. */
  readonly tokens: ReadonlyMap<string, number>;
  /** Free tokens of these families, which the lease does not hold. */
  readonly free: ReadonlyMap<string, number>;
}

export interface LeaseAnswer {
  /** `gone` if the counter has another epoch than the lease: the report counted nothing. `null` without a report. */
  readonly report: 'counted' | 'gone' | null;
  /** Units that the report added. */
  readonly counted: number;
  /** What the wished lease holds. `null` if it was not granted or not topped up: the process then closes it. */
  readonly held: Held | null;
  /** As in a verdict after the command. Units of the process's own lease are not included. */
  readonly used: number;
  readonly spendable: number;
}
