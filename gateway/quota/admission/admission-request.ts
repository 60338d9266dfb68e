import type { Item, Limits, Once, UnitBreakdown, Verdict } from '../contract.ts';

/** One call to decide, with the limits that its principal was read with. */
export interface AdmissionRequest {
  readonly client: string;
  readonly limits: Limits;
  readonly item: Item;
  /** True for a forwarded call: its units are a reservation until `keep` or `giveBack`. */
  readonly reserve: boolean;
  /** Whether the caller has disconnected. A call that is still queued is then dropped and its `done` never called. */
  readonly abandoned?: () => boolean;
}

/** The units of an admitted call, and where a give-back returns them. */
export interface Reservation {
  readonly client: string;
  readonly month: string;
  readonly day: string;
  readonly epoch: string;
  readonly split: UnitBreakdown;
  readonly key: string;
  readonly family: string;
  readonly calculator: string;
  /** The hold that ends by itself if this process dies; absent for a call that no command carried. */
  readonly hold?: string;
  readonly once?: Once;
}

/** The verdict on a call, with everything that its headers and its settlement need. */
export interface Decision {
  readonly verdict: Verdict;
  /** The limits record that decided the call. */
  readonly limits: Limits;
  /** The instant of the command, in milliseconds since 1970; `month` is its UTC month. */
  readonly at: number;
  readonly month: string;
  readonly epoch: string;
  /** Set for an admitted call with `reserve`. Pass it to either `keep` or `giveBack`, once. */
  readonly reservation: Reservation | null;
  /** True if the call was refused only because of other calls' reservations. Retrying after a second may succeed. */
  readonly onlyReservations: boolean;
}

/** Receives either an error or a decision. */
export type Done = (
  ...result: [error: AdmissionUnavailable, decision: null] | [error: null, decision: Decision]
) => void;

/**
 * An unanswered command. A caller that answers these calls anyway must first learn from a fence whether the command
 * ran, before this process sends a later command of the client, and have the calls counted only if it did not run.
 */
export interface Sent {
  readonly sequence: number;
  readonly at: number;
}

/** The counter store or its SQL source did not answer. */
export class AdmissionUnavailable extends Error {
  readonly client: string;
  /** The command that carried the call. It may have run or may still run. `null` if no command was sent. */
  readonly sent: Sent | null;

  constructor(client: string, sent: Sent | null, cause: unknown) {
    super('admission is not available', { cause });
    this.name = 'AdmissionUnavailable';
    this.client = client;
    this.sent = sent;
  }
}
