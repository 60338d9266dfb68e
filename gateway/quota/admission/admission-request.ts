import type { Item, Limits, UnitBreakdown, Verdict } from '../contract.ts';

/** One call asking to be admitted, with the limits its principal was read with. */
export interface AdmissionRequest {
  readonly client: string;
  readonly limits: Limits;
  readonly item: Item;
  /** True for a call that is forwarded: what it takes is a reservation until `keep` or `giveBack`. */
  readonly reserve: boolean;
  /** True when the caller has left; a call that is still waiting then is dropped and its `done` never called. */
  readonly abandoned?: () => boolean;
}

/** What an admitted call has taken and might give back. */
export interface Reservation {
  readonly client: string;
  readonly month: string;
  readonly day: string;
  readonly epoch: string;
  readonly split: UnitBreakdown;
  readonly key: string;
  readonly family: string;
  readonly calculator: string;
}

/** The verdict on a call with all that its headers and its settlement need. */
export interface Decision {
  readonly verdict: Verdict;
  /** The record that decided. */
  readonly limits: Limits;
  /** The instant of the command, in milliseconds since 1970; `month` is its UTC month. */
  readonly at: number;
  readonly month: string;
  readonly epoch: string;
  /** Of an admitted call with `reserve`: to `keep` or to `giveBack`, one of them and once. */
  readonly reservation: Reservation | null;
  /** True for a refusal that other calls' reservations alone have caused: worth asking again in a second. */
  readonly onlyReservations: boolean;
}

/** Exactly one of the two is there. */
export type Done = (
  ...result: [error: AdmissionUnavailable, decision: null] | [error: null, decision: Decision]
) => void;

/**
 * A command without an answer. Whoever answers its calls all the same finds out by a fence whether it ran, before this
 * process sends a later command of the client, and has them counted only if it did not.
 */
export interface Sent {
  readonly sequence: number;
  readonly at: number;
}

/** The counter store, or the SQL behind it, gave no answer. */
export class AdmissionUnavailable extends Error {
  readonly client: string;
  /** The command that carried the call and may have run or run yet; `null` when none was sent. */
  readonly sent: Sent | null;

  constructor(client: string, sent: Sent | null, cause: unknown) {
    super('admission is not available', { cause });
    this.name = 'AdmissionUnavailable';
    this.client = client;
    this.sent = sent;
  }
}
