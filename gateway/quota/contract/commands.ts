import type { Watermark } from './checkpoint.ts';
import type { StatusClass, UnitBreakdown } from './counters.ts';
import type { LeaseAnswer, LeasePart } from './leases.ts';
import type { Limits } from './limits.ts';

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
      /** Units that the counter has admitted in its epoch, and those of them that this command added. */
      readonly admitted: number;
      readonly taken: number;
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
