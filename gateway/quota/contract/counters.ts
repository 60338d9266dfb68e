import type { Limits } from './limits.ts';

/** How units were paid for. `credits` is the part of `overage` paid with credits. */
export interface UnitBreakdown {
  readonly included: number;
  readonly overage: number;
  readonly credits: number;
}

/**
 * A client's counter of one month. `admitted` and `returned` only grow within an epoch. `base` is the checkpointed net
 * use of all other epochs of the month. Units used = base + admitted - returned.
 */
export interface MonthCounter {
  readonly epoch: string;
  readonly base: UnitBreakdown;
  readonly admitted: UnitBreakdown;
  readonly returned: UnitBreakdown;
}

/** Credits a client has spent in all months. Spendable = limits.granted - (base + taken - returned). */
export interface CreditCounter {
  readonly epoch: string;
  readonly base: number;
  readonly taken: number;
  readonly returned: number;
}

/**
 * The counters shared by a family of keys: the burst bucket (`tat` in microseconds) and the month's units for the cap.
 * A key and the keys that replaced it by rotation form a family.
 */
export interface FamilyCounter {
  readonly tat: number;
  readonly month: string;
  readonly units: number;
  /** Tokens that leases hold; absent without any. */
  readonly holds?: readonly TokenHold[] | undefined;
}

/** Tokens of a family that a lease holds. */
export interface TokenHold {
  readonly holder: string;
  /** Number of the lease. */
  readonly number: number;
  readonly tokens: number;
  /** End of the lease, by the clock of the store. */
  readonly until: number;
  /** Microseconds per token when they were taken. */
  readonly interval: number;
}

/** Status class of a usage row. `returned` takes back a `2xx` that a reservation had counted. */
export type StatusClass = '2xx' | '4xx' | '5xx' | '401' | '403' | '429' | 'returned';

/**
 * The dimensions that calls are counted by. Refused calls (401, 403, 429) and 4xx answers count under no calculator.
 */
export interface UsageName {
  /** UTC day, `2026-11-21`. */
  readonly day: string;
  readonly key: string;
  readonly calculator: string;
  readonly status: StatusClass;
}

/**
 * A usage row. Its values are absolute and only grow within the epoch of the month counter. A client has a bounded
 * number of rows a day (`usage-names.ts`). Beyond it, calls of a new name count in the key's row for all other
 * calculators or, with too many keys, in the row for all other keys. The sum of all rows includes every call and every
 * unit.
 */
export interface UsageRow extends UsageName {
  readonly calls: number;
  readonly units: number;
}

/** A page of a month's usage rows. */
export interface UsagePage {
  readonly rows: readonly UsageRow[];
  /** Cursor of the next page; `null` on the last page. */
  readonly next: string | null;
}

/**
 * The last command of each process that the counters of a month contain. Without an entry, they contain none that may
 * still be in doubt.
 */
export type ContainedCommands = ReadonlyMap<string, number>;

/** Identifies the usage rows of a client and month under one epoch. */
export interface UsageEpoch {
  readonly client: string;
  readonly month: string;
  readonly epoch: string;
}

/** The current counters of one client and month. */
export interface MonthCounters {
  readonly client: string;
  readonly month: string;
  readonly counter: MonthCounter;
  readonly credits: CreditCounter;
  readonly limits: Limits | null;
  /** Absent if there are none. */
  readonly commands?: ContainedCommands;
}

/** Counters and usage rows read after them: all rows of the month, or only those to checkpoint. */
export interface Snapshot extends MonthCounters {
  readonly usage: readonly UsageRow[];
}
