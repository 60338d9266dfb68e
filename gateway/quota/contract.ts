/**
 * The contract between a gateway process and a counter store. README.md explains the rules and the vocabulary.
 *
 * Three stores implement it: the pure model (`model/model.ts`), the embedded store (SQLite) and the Redis store. One
 * suite (`testing/contract.suite.ts`) and one seeded simulation hold the stores to the model.
 *
 * A *month* is a UTC calendar month written `2026-11`. All times are milliseconds since 1970 by the clock of the store,
 * unless noted.
 */

/** What happens to a unit beyond the quota: refuse it, take a credit for it, or bill it later. */
export type OverageMode = 'block' | 'credits' | 'soft';

/** `q` tokens, spread evenly over `w` seconds (GCRA). */
export interface BurstPolicy {
  readonly q: number;
  readonly w: number;
}

/** Percent of a month's units that a plan lets through while the store is away, if it does not say otherwise. */
export const OUTAGE_PERCENT = 1;

/** The limits of one client, stored beside its counters. The greater `version` wins. */
export interface Limits {
  readonly version: number;
  /** Included units a month; `null` is unlimited. */
  readonly quota: number | null;
  /** `null` is unlimited. */
  readonly burst: BurstPolicy | null;
  readonly mode: OverageMode;
  /** Credits granted so far: the sum of all ledger entries except settlements. May fall after a chargeback. */
  readonly granted: number;
  /** Most units a month in any mode; `null` is unlimited. */
  readonly ceiling: number | null;
  /**
   * Percent of the month's units that the processes of one `DATA_DIR` may let through while the store is away; absent:
   * {@link OUTAGE_PERCENT}. The store does not keep it.
   */
  readonly outagePercent?: number;
}

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

/** One call to decide. */
export interface Item {
  /** Units to take: the cost of a result or reservation, 0 for a call that will be answered 400. */
  readonly charge: number;
  /** Units the client must be able to afford: the cost, even if `charge` is 0. */
  readonly cost: number;
  /** The key whose usage is counted. */
  readonly key: string;
  /** The family of the key. Its counter holds burst and cap. */
  readonly family: string;
  /** Units a month for the whole family; `null` is no cap. */
  readonly cap: number | null;
  readonly calculator: string;
  /** Status class to count the call under if it is admitted. */
  readonly status: StatusClass;
  /**
   * A probe: takes and counts nothing. With a `cost` of 0 the verdict is `admitted` and shows the state, for answers
   * that were refused before admission. With a greater `cost` it says whether that many units are affordable.
   */
  readonly probe?: true;
  /**
   * Set for a forwarded call: milliseconds until its units return by themselves, by the clock of the store. `keep` or
   * `giveBack` ends the hold before.
   */
  readonly hold?: number;
  /** Set for a call with an idempotency key: it is charged once. */
  readonly once?: Once;
}

/** What makes a call the same call. A request with several calls has one key, and each of its calls a place. */
export interface Once {
  /** A digest of the idempotency key. It contains no space. */
  readonly key: string;
  /** A digest of the request. It contains no space. */
  readonly print: string;
  /** The position of the call in its request, from 0. */
  readonly place: number;
}

/** The name of the hold of an item. */
export function holdName(process: string, sequence: number, index: number): string {
  return `${process}/${sequence}/${index}`;
}

/**
 * The least state that a process knows the counters to have. The store answers `unknown` if they show less, another
 * epoch or another base.
 */
export interface Watermark {
  readonly epoch: string;
  /**
   * Units of the counter's base. A replica that fell behind twice may have a known epoch whose base lacks another
   * epoch.
   */
  readonly base: number;
  /** Admitted units (included + overage) of the month counter known to be checkpointed. */
  readonly admitted: number;
  readonly creditsEpoch: string;
  readonly creditsBase: number;
  readonly creditsTaken: number;
}

/** A command: items of one client, decided as if they had come one by one, in order, at one instant. */
export interface Admit {
  readonly client: string;
  /** Random name of the sending process. With `sequence` (from 1, growing, gaps allowed) it identifies the command. */
  readonly process: string;
  readonly sequence: number;
  /**
   * The store's clock as the process knew it when it made the command. Its day is the one that the items count in; a
   * store whose clock shows another day answers `day`.
   */
  readonly at: number;
  /** Version of the limits that the process knows. A store with an older version answers `limits`. */
  readonly limits: number;
  /** `null` before the first load; the store then answers `unknown`. */
  readonly watermark: Watermark | null;
  /** True for already answered calls from a journal: counted, never refused, without taking a burst token. */
  readonly forced: boolean;
  readonly items: readonly Item[];
  /** Absent if the process neither reports nor wishes a lease. */
  readonly lease?: LeasePart;
}

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

/** Why a call with an idempotency key is refused. Such a refusal is no refusal by a limit: it is not counted. */
export type KeyRefusal =
  /** The key belongs to another request. */
  | 'reused'
  /** The same forwarded call has no answer yet. */
  | 'running'
  /** The same forwarded call was answered. */
  | 'answered'
  /** The client has too many keys. */
  | 'keys';

export type Outcome = 'admitted' | 'burst' | 'month' | 'credits' | 'cap' | KeyRefusal;

/** The verdict on one item, and the state after it for the RateLimit headers. */
export interface Verdict {
  readonly outcome: Outcome;
  readonly split: UnitBreakdown;
  /** Whole tokens left; `Infinity` without a burst policy. */
  readonly burstLeft: number;
  /** Whole seconds until the bucket is full. */
  readonly burstFull: number;
  /** Whole seconds until the next token. Only meaningful for the outcome `burst`. */
  readonly burstRetry: number;
  /** Units used this month by the client. */
  readonly used: number;
  /** Credits spendable now. */
  readonly spendable: number;
  /**
   * Set if the call was refused, but would have been admitted without the leases of others. `recalled`: they are being
   * closed, so ask again. `silent`: their holders did not answer the recall.
   */
  readonly held?: 'recalled' | 'silent';
  /** For an item with an idempotency key: the places that are charged. */
  readonly places?: ReadonlySet<number>;
}

export type AdmitAnswer =
  /** `limits` is the record that decided. `month` and `epoch` name the counter that took the units, for a give-back. */
  | {
      readonly kind: 'decided';
      readonly month: string;
      readonly epoch: string;
      readonly limits: Limits;
      readonly verdicts: readonly Verdict[];
      /** Present if the command has a lease part. */
      readonly lease?: LeaseAnswer;
    }
  /** The counters are missing, of another epoch, or below the watermark: `load` the checkpoint and send again. */
  | { readonly kind: 'unknown' }
  /** The limits are missing or older than the process knows: call `writeLimits` and send again. */
  | { readonly kind: 'limits' }
  /** The store's clock, `now`, shows another UTC day than the command. Nothing changed: send it again as of `now`. */
  | { readonly kind: 'day'; readonly now: number }
  /** The store has already seen this sequence of this process. Nothing changed. */
  | { readonly kind: 'duplicate' };

/** Returns a reservation whose call did not end in a complete 2xx answer. */
export interface GiveBack {
  readonly client: string;
  readonly process: string;
  readonly sequence: number;
  readonly at: number;
  /** Month, day and epoch of the admission. If the epoch is gone, nothing is returned. */
  readonly month: string;
  readonly day: string;
  readonly epoch: string;
  readonly split: UnitBreakdown;
  readonly key: string;
  readonly family: string;
  readonly calculator: string;
  /** Status class of the final answer. */
  readonly status: StatusClass;
  /** The hold that ends, as {@link holdName}. Without it nothing returns. Absent for units that no hold covers. */
  readonly hold?: string;
  /** The call that is not charged after all: its place becomes free. If it was repeated meanwhile, nothing returns. */
  readonly once?: Once;
}

/** Charges a forwarded call, because it got a complete 2xx answer. Repeating it changes nothing. */
export interface Keep {
  readonly client: string;
  readonly month: string;
  readonly day: string;
  readonly epoch: string;
  readonly hold: string;
  readonly split: UnitBreakdown;
  readonly key: string;
  readonly family: string;
  readonly calculator: string;
  readonly once?: Once;
}

/**
 * The last command of each process that the counters of a month contain. Without an entry, they contain none that may
 * still be in doubt.
 */
export type ContainedCommands = ReadonlyMap<string, number>;

/** The checkpoint of a client and month in SQL: absolute values per epoch. */
export interface Checkpoint {
  readonly months: readonly {
    readonly epoch: string;
    readonly admitted: UnitBreakdown;
    readonly returned: UnitBreakdown;
  }[];
  readonly credits: readonly { readonly epoch: string; readonly taken: number; readonly returned: number }[];
  /** Units of the month per family of keys, summed over all epochs. */
  readonly families: readonly { readonly family: string; readonly units: number }[];
  /** Contained in any epoch of the month; absent if there are none. */
  readonly commands?: ContainedCommands;
}

/** The result of a load. */
export interface Loaded {
  readonly watermark: Watermark;
  /**
   * Units of the checkpoint that the counter of the store lacked, because the store has lost data. `null` if the counter
   * stayed, or if the month has no checkpoint.
   */
  readonly restored: number | null;
}

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
