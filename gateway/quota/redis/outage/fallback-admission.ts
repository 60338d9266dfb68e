import { dayOf, monthOf } from '../../../values/calendar.ts';
import {
  type Admission,
  type AdmissionRequest,
  type Decision,
  type Done,
  keepOf,
  type Progress,
  type Reservation,
} from '../../admission/admission.ts';
import { AdmissionUnavailable, type Sent } from '../../admission/admission-request.ts';
import type { LeaseFigures } from '../../admission/lease-table.ts';
import type { TouchedMonth } from '../../admission/touched.ts';
import type { Outcome, StatusClass } from '../../contract.ts';
import type { Allowance, Granted } from './allowance.ts';
import type { RedisBreaker } from './breaker.ts';
import { type LocalBurst, LocalBursts } from './burst.ts';
import type { Carried, OutageCalls } from './outage-calls.ts';
import type { Outages } from './outages.ts';

export interface FallbackAdmissionOptions {
  readonly admission: Admission;
  readonly breaker: RedisBreaker;
  readonly allowance: Allowance;
  readonly calls: OutageCalls;
  readonly outages: Outages;
  /** Whether an error of the store concerns one client only. */
  readonly concernsOneClient: (error: unknown) => boolean;
  /** Months changed without the admission's knowledge. */
  readonly takeTouched: () => Iterable<TouchedMonth>;
  /** Whole milliseconds since 1970. */
  readonly now: () => number;
  readonly log: { warn(fields: object, message: string): void };
}

/** Calls decided while the store was away, since the start. */
export interface FallbackCounts {
  admitted: number;
  refused: number;
  /** Calls that could not be journaled and therefore were not answered. */
  unavailable: number;
}

/**
 * Admission that continues while the counter store is away. It then admits calls by a local burst limit and a bounded
 * allowance. Charged calls are in a journal before they are answered, and are counted once after the outage.
 */
export class FallbackAdmission {
  readonly counts: FallbackCounts = { admitted: 0, refused: 0, unavailable: 0 };
  readonly #options: FallbackAdmissionOptions;
  readonly #bursts = new LocalBursts();

  constructor(options: FallbackAdmissionOptions) {
    this.#options = options;
  }

  /** See {@link Admission.admit}. Fails only if a call cannot be journaled or a client's records are corrupt. */
  admit(request: AdmissionRequest, done: Done): void {
    const { admission, breaker, allowance, concernsOneClient } = this.#options;
    if (breaker.open) {
      this.#fallBack(request, null, done);
      return;
    }
    admission.admit(request, (error, decision) => {
      if (error !== null) {
        // Corrupt records stay corrupt: a call answered now could not be counted later.
        if (concernsOneClient(error.cause)) done(error, null);
        else this.#fallBack(request, error.sent, done);
        return;
      }
      allowance.remember(request.client, decision);
      done(null, decision);
    });
  }

  /** See {@link Admission.keep}. */
  keep(reservation: Reservation, done: (error: Error | null) => void = () => {}): void {
    const { admission, calls, concernsOneClient, now } = this.#options;
    const call = calls.forwarded.get(reservation);
    if (call !== undefined) {
      this.#record(calls.kept(reservation, call, now()), done);
      return;
    }
    admission.keep(reservation, (error) => {
      const command = keepOf(reservation);
      if (error === null || command === null || concernsOneClient(error)) done(error);
      else this.#record(calls.keep(command), done);
    });
  }

  /** See {@link Admission.giveBack}. */
  giveBack(reservation: Reservation, status: StatusClass): void {
    const { admission, calls, allowance, now, log } = this.#options;
    const call = calls.forwarded.get(reservation);
    if (call === undefined) {
      admission.giveBack(reservation, status);
      return;
    }
    allowance.use(call, monthOf(call.at), -1);
    this.#record(calls.released(reservation, call, now(), status), (error) => {
      if (error !== null) {
        log.warn({ err: error }, 'the outcome of a forwarded call could not be written to the journal');
      }
    });
  }

  /** See {@link Admission.recordUncharged}. */
  recordUncharged(...call: Parameters<Admission['recordUncharged']>): void {
    this.#options.admission.recordUncharged(...call);
  }

  /** See {@link Admission.progress}. `null` while answered calls wait to be counted. */
  progress(): Progress | null {
    const { admission, breaker, outages } = this.#options;
    return breaker.open || outages.pending ? null : admission.progress();
  }

  /** See {@link Admission.leaseFigures}. */
  leaseFigures(): LeaseFigures {
    return this.#options.admission.leaseFigures();
  }

  /** See {@link Admission.takeTouched}. */
  takeTouched(): Iterable<TouchedMonth> {
    return inTurn(this.#options.admission.takeTouched(), this.#options.takeTouched());
  }

  /** See {@link Admission.checkpointed}. */
  checkpointed(...held: Parameters<Admission['checkpointed']>): void {
    this.#options.admission.checkpointed(...held);
  }

  /** See {@link Admission.closeLeases}. */
  closeLeases(): Promise<void> {
    return this.#options.admission.closeLeases();
  }

  /** See {@link Admission.flush}. */
  flush(): Promise<void> {
    return this.#options.admission.flush();
  }

  #fallBack(request: AdmissionRequest, sent: Sent | null, done: Done): void {
    const { calls, now } = this.#options;
    const carried = sent === null ? null : calls.carried(request.client, sent.sequence);
    const at = sent === null || carried === null ? now() : sent.at;
    if (request.abandoned?.() === true) return;
    const { item } = request;
    this.#decide(request, at, carried).then(
      (decision) => {
        if (!item.probe) this.#count(request, decision, carried !== null);
        this.#call(done, null, decision);
      },
      (error: unknown) => {
        this.counts.unavailable += 1;
        this.#call(done, new AdmissionUnavailable(request.client, null, error), null);
      },
    );
  }

  async #decide(request: AdmissionRequest, at: number, carried: Carried | null): Promise<Decision> {
    const { client, item, limits, reserve } = request;
    // Only the counters know which keys were used.
    if (item.once !== undefined) throw new Error('an idempotency key needs the counters');
    const { allowance, calls, outages, now } = this.#options;
    const month = monthOf(at);
    const found = this.#bursts.take(item.family, limits.burst, at, item.probe !== true);
    // A probe with a `cost` of 0 is always admitted.
    const burst = item.probe && item.cost === 0 ? { ...found, passes: true } : found;
    // A call that the burst refuses must not draw on the month.
    const asked = burst.passes ? request : { ...request, item: { ...item, charge: 0, cost: 0 } };
    const granted = allowance.decide(asked, month);
    const decision = decisionOf(request, at, burst, granted);
    if (decision.verdict.outcome !== 'admitted' || item.charge === 0) return decision;
    const call = { client, limits, item, at, carried };
    allowance.use(request, month);
    try {
      if (reserve) {
        const reservation = reservationOf(decision, request);
        calls.forward(reservation, call);
        return { ...decision, reservation };
      }
      await calls.answered(call, now());
      return decision;
    } catch (error) {
      allowance.use(request, month, -1);
      throw error;
    } finally {
      outages.sendSoon();
    }
  }

  /** Counts the usage of uncharged calls, which are in no journal, unless a command carried them. */
  #count({ client, item }: AdmissionRequest, { verdict }: Decision, isCarried: boolean): void {
    const admitted = verdict.outcome === 'admitted';
    this.counts[admitted ? 'admitted' : 'refused'] += 1;
    if (isCarried || (admitted && item.charge > 0)) return;
    this.#options.admission.recordUncharged(client, item.key, admitted ? item.status : '429', item.calculator);
  }

  /** Calls `done` when the outcome of a forwarded call is recorded. */
  #record(written: Promise<void>, done: (error: Error | null) => void): void {
    written.then(() => {
      this.#options.outages.sendSoon();
      done(null);
    }, done);
  }

  /** A caller's `done` may throw; that is not our failure. */
  #call(done: Done, ...result: Parameters<Done>): void {
    try {
      done(...result);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'a caller failed on its decision');
    }
  }
}

function decisionOf({ limits }: AdmissionRequest, at: number, burst: LocalBurst, granted: Granted): Decision {
  const { split, used, spendable, temporary } = granted;
  const outcome: Outcome = burst.passes ? granted.outcome : 'burst';
  return {
    verdict: {
      outcome,
      split,
      burstLeft: burst.burstLeft,
      burstFull: burst.burstFull,
      burstRetry: burst.burstRetry,
      used,
      spendable,
    },
    limits,
    at,
    month: monthOf(at),
    epoch: '',
    reservation: null,
    // Like a reservation, the outage may end soon: the store is asked again within a second.
    onlyReservations: burst.passes && temporary,
  };
}

function reservationOf({ at, month, epoch, verdict }: Decision, { client, item }: AdmissionRequest): Reservation {
  const { key, family, calculator } = item;
  return { client, month, day: dayOf(at), epoch, split: verdict.split, key, family, calculator };
}

function* inTurn<T>(...lists: readonly Iterable<T>[]): Generator<T> {
  for (const list of lists) yield* list;
}
