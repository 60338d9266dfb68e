/**
 * The contract of admission: what a gateway process asks of a counter store and what it is answered.
 *
 * Three things implement it: the pure model (`model.ts`), the embedded store (SQLite) and the Redis store. One suite
 * (`contract.suite.ts`) and one seeded simulation hold the stores to the model.
 *
 * Vocabulary. A *unit* is what a call costs (1 unless the plugin says otherwise). Up to the plan's quota a unit is
 * *included*, beyond it is *overage*; an overage unit in mode `credits` takes one *credit*. A *month* is a UTC calendar
 * month written `2026-11`. All times are milliseconds since 1970 unless said otherwise.
 */

/** What happens to a unit beyond the quota: refuse it, take a credit for it, or count it for a later statement. */
export type OverageMode = 'block' | 'credits' | 'soft';

/** `q` tokens evenly over `w` seconds (GCRA). */
export interface BurstPolicy {
  readonly q: number;
  readonly w: number;
}

/** The limits of one client, a record beside the counters. The greater `version` wins. */
export interface Limits {
  readonly version: number;
  /** Included units a month; `null` is unlimited. */
  readonly quota: number | null;
  /** `null` is unlimited. */
  readonly burst: BurstPolicy | null;
  readonly mode: OverageMode;
  /** Credits granted so far: the sum of all ledger entries but settlements. May fall (a chargeback). */
  readonly granted: number;
  /** Hard stop: the most units a month whatever the mode; `null` is none. */
  readonly ceiling: number | null;
}

/** How units were paid. `credits` is the part of `overage` that took a credit. */
export interface UnitBreakdown {
  readonly included: number;
  readonly overage: number;
  readonly credits: number;
}

/**
 * A client's counter of one month. `admitted` and `returned` only grow, under a random epoch; `base` is what the other
 * epochs of this month have checkpointed (net). Units used = base + admitted - returned.
 */
export interface MonthCounter {
  readonly epoch: string;
  readonly base: UnitBreakdown;
  readonly admitted: UnitBreakdown;
  readonly returned: UnitBreakdown;
}

/** Credits a client ever spent, beside the month. Spendable = limits.granted - (base + taken - returned). */
export interface CreditCounter {
  readonly epoch: string;
  readonly base: number;
  readonly taken: number;
  readonly returned: number;
}

/**
 * What the keys of one family share: the burst bucket (`tat` in microseconds) and their units of one month, for the cap.
 * A key and the keys that replace it by rotation are a family.
 */
export interface FamilyCounter {
  readonly tat: number;
  readonly month: string;
  readonly units: number;
}

/** Status class of a usage row. `returned` takes back a `2xx` that a reservation had counted. */
export type StatusClass = '2xx' | '4xx' | '5xx' | '401' | '403' | '429' | 'returned';

/** What calls are counted by. Those that are refused (401, 403, 429) or answered 4xx are counted under no calculator. */
export interface UsageName {
  /** UTC day, `2026-11-21`. */
  readonly day: string;
  readonly key: string;
  readonly calculator: string;
  readonly status: StatusClass;
}

/**
 * One usage row: absolute and monotone within its epoch (the epoch of the month counter). A client has a bounded number
 * of them a day (`usage-names.ts`): beyond it calls of a new name are counted on the row of all other calculators of their
 * key or, when the keys are too many, on that of all other keys. No call and no unit is missing from their sum.
 */
export interface UsageRow extends UsageName {
  readonly calls: number;
  readonly units: number;
}

/** Some of the usage rows of a month. */
export interface UsagePage {
  readonly rows: readonly UsageRow[];
  /** Asks for the page after this one; `null` for the last one. */
  readonly next: string | null;
}

/** One call asking to be admitted. */
export interface Item {
  /** Units to take: the cost for a result or a reservation, 0 for a call that will be answered 400. */
  readonly charge: number;
  /** Units that must be affordable for the call not to be refused: its cost, whatever `charge` is. */
  readonly check: number;
  /** The key whose usage is counted. */
  readonly key: string;
  /** The family of the key, whose counter holds burst and cap. */
  readonly family: string;
  /** Units a month for the whole family; `null` is no cap. */
  readonly cap: number | null;
  readonly calculator: string;
  /** Under which class the call is counted if it is admitted. */
  readonly status: StatusClass;
  /**
   * Only asks: nothing is taken or counted. With a `check` of 0 the verdict is `admitted` and shows the state, for answers
   * that were refused before admission; with a greater one it says whether that many units could be taken.
   */
  readonly probe?: true;
}

/** What a process knows of a counter: an answer that shows less, another epoch or another base is `unknown`. */
export interface Watermark {
  readonly epoch: string;
  /** Units of the counter's base. A replica that was left behind twice has an epoch that is known, and lacks another in it. */
  readonly base: number;
  /** The month counter's admitted units (included + overage) that are known to be checkpointed. */
  readonly admitted: number;
  readonly creditsEpoch: string;
  readonly creditsBase: number;
  readonly creditsTaken: number;
}

/** Items of one client that travel together, answered as if they had come one by one, in order, at one instant. */
export interface Admit {
  readonly client: string;
  /** Random name of the asking process; with `sequence` (from 1, growing, gaps allowed) it makes the command unique. */
  readonly process: string;
  readonly sequence: number;
  /** The gateway's clock at dispatch. */
  readonly at: number;
  /** Version of the limits that the process knows; a store that holds less answers `limits`. */
  readonly limits: number;
  /** `null`: the process knows nothing yet, and the store answers `unknown`. */
  readonly watermark: Watermark | null;
  /** True for answered calls that come from the journal: counted, never refused, no burst taken. */
  readonly forced: boolean;
  readonly items: readonly Item[];
}

export type Outcome = 'admitted' | 'burst' | 'month' | 'credits' | 'cap';

/** The verdict on one item, with the state after it (what the RateLimit headers show). */
export interface Verdict {
  readonly outcome: Outcome;
  readonly split: UnitBreakdown;
  /** Whole tokens left; `Infinity` without a burst policy. */
  readonly burstLeft: number;
  /** Whole seconds until the bucket is full. */
  readonly burstFull: number;
  /** Whole seconds until the next token: meaningful for the outcome `burst`. */
  readonly burstRetry: number;
  /** Units used this month by the client. */
  readonly used: number;
  /** Credits spendable now. */
  readonly spendable: number;
}

export type AdmitAnswer =
  /** `limits` is the record that decided; `month` and `epoch` are where the units went (a give-back names them). */
  | {
      readonly kind: 'decided';
      readonly month: string;
      readonly epoch: string;
      readonly limits: Limits;
      readonly verdicts: readonly Verdict[];
    }
  /** The counters are missing, of another epoch or below the watermark: `load` them from the checkpoint, then ask again. */
  | { readonly kind: 'unknown' }
  /** The limits record is missing or older than the process knows: `writeLimits`, then ask again. */
  | { readonly kind: 'limits' }
  /** The store has seen this sequence of this process: nothing was changed. */
  | { readonly kind: 'duplicate' };

/** A reservation that was not answered with a complete 2xx goes back where it came from. */
export interface GiveBack {
  readonly client: string;
  readonly process: string;
  readonly sequence: number;
  readonly at: number;
  /** Month, day and epoch of the admission; with the epoch gone nothing is given back. */
  readonly month: string;
  readonly day: string;
  readonly epoch: string;
  readonly split: UnitBreakdown;
  readonly key: string;
  readonly family: string;
  readonly calculator: string;
  /** What the call became. */
  readonly status: StatusClass;
}

/** What SQL holds of a client and month: absolute values per epoch. */
export interface Checkpoint {
  readonly months: readonly {
    readonly epoch: string;
    readonly admitted: UnitBreakdown;
    readonly returned: UnitBreakdown;
  }[];
  readonly credits: readonly { readonly epoch: string; readonly taken: number; readonly returned: number }[];
  /** Units of the month per family of keys, over all epochs. */
  readonly families: readonly { readonly family: string; readonly units: number }[];
}

/** The usage rows of a client and month under one epoch. */
export interface UsageEpoch {
  readonly client: string;
  readonly month: string;
  readonly epoch: string;
}

/** The counters of one client and month as a store holds them now. */
export interface MonthCounters {
  readonly client: string;
  readonly month: string;
  readonly counter: MonthCounter;
  readonly credits: CreditCounter;
  readonly limits: Limits | null;
}

/** Counters, and usage rows that were read after them: all of the month, or those to checkpoint. */
export interface Snapshot extends MonthCounters {
  readonly usage: readonly UsageRow[];
}

/** Settles the command at `index` of the batch with its answer, or with the error that kept it from being answered. */
export type Settle = (index: number, answer: AdmitAnswer | Error) => void;

/** A store of counters. Every method is atomic for one client; a rejected promise means the outcome is not known. */
export interface CounterStore {
  /** Carries out commands of different clients. `settle` is called once for each, after what it did is durable. */
  admit(commands: readonly Admit[], settle: Settle): void;
  giveBack(command: GiveBack): Promise<'returned' | 'gone' | 'duplicate'>;
  /** Makes sure that no command of `process` up to `sequence` can run any more, and says the last it had seen. */
  fence(client: string, process: string, sequence: number): Promise<number>;
  /** Writes the limits unless the store holds this version or a greater one. */
  writeLimits(client: string, limits: Limits): Promise<void>;
  /**
   * Brings the counters of a client and month in line with the checkpoint and says what the process may take as its watermark.
   * A counter at or above the checkpoint of its own epoch stays and its base becomes the sum of the other epochs; one that
   * is missing or below is replaced by a fresh epoch whose base is the sum of all. Running it twice changes nothing.
   */
  load(client: string, month: string, checkpoint: Checkpoint): Promise<Watermark>;
  /**
   * Adds usage rows of calls that were refused before admission (401, 403) or by it (429). Rows live under the epoch of
   * their month: with no counter of that month nothing is added and the answer is `gone`; `load` it, then ask again.
   */
  tally(client: string, month: string, rows: readonly UsageRow[]): Promise<'tallied' | 'gone'>;
  /** The counters of a client and month, or `null` where there are none. */
  counters(client: string, month: string): Promise<MonthCounters | null>;
  /** The rows on which calls of these names are counted, each once or more; `null` when the epoch is gone. */
  usage(of: UsageEpoch, names: readonly UsageName[]): Promise<readonly UsageRow[] | null>;
  /**
   * All usage rows, a page at a time; `cursor` is `null` for the first one. A row that changes meanwhile comes as it was
   * before or as it is now. `null` when the epoch is gone.
   */
  usagePage(of: UsageEpoch, cursor: string | null): Promise<UsagePage | null>;
  close(): Promise<void>;
}

/** A store behind a network: it can tell later what became of a command. */
export interface RecallingStore extends CounterStore {
  /**
   * The answer to a command whose answer was lost; `null` where it has not run and never will. `followed` where a later
   * command of its process ran for the client, since the answer to the last one alone is kept.
   */
  recall(command: Admit): Promise<AdmitAnswer | null | 'followed'>;
}
