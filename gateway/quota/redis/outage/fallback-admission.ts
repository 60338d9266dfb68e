import type { Admission, AdmissionRequest, Decision, Done, Reservation } from '../../admission.ts';
import { AdmissionUnavailable, type Sent } from '../../admission-request.ts';
import { dayOf, monthOf } from '../../calendar.ts';
import type { Outcome, StatusClass } from '../../contract.ts';
import type { Allowance, Granted } from './allowance.ts';
import type { Breaker } from './breaker.ts';
import { type LocalBurst, LocalBursts } from './burst.ts';
import type { Outages } from './outages.ts';

export interface FallbackAdmissionOptions {
  readonly admission: Admission;
  readonly breaker: Breaker;
  readonly allowance: Allowance;
  readonly outages: Outages;
  /** Clients and months that were changed without the admission having heard of it. */
  readonly takeTouched: () => { client: string; month: string }[];
  /** Whole milliseconds since 1970. */
  readonly now: () => number;
  readonly log: { warn(fields: object, message: string): void };
}

/** Calls that were answered while the store was away, since the start. */
export interface FallbackCounts {
  admitted: number;
  refused: number;
  /** They could not be noted, so they were not answered. */
  failed: number;
}

/**
 * Admission that goes on while the counter store is away. Calls are then admitted by a local burst and a bounded
 * allowance; what is charged is in a journal before it is answered, and comes to the counters once, afterwards.
 */
export class FallbackAdmission {
  readonly counts: FallbackCounts = { admitted: 0, refused: 0, failed: 0 };
  readonly #options: FallbackAdmissionOptions;
  readonly #bursts = new LocalBursts();
  /** Forwarded calls that the journal holds, by their reservation. */
  readonly #forwarded = new WeakMap<Reservation, number>();

  constructor(options: FallbackAdmissionOptions) {
    this.#options = options;
  }

  /** See {@link Admission.admit}; an error is left only where a call could not be noted. */
  admit(request: AdmissionRequest, done: Done): void {
    const { admission, breaker, allowance } = this.#options;
    if (breaker.open) {
      this.#fallBack(request, null, done);
      return;
    }
    admission.admit(request, (error, decision) => {
      if (error !== null) {
        this.#fallBack(request, error.sent, done);
        return;
      }
      allowance.remember(request.client, decision);
      done(null, decision);
    });
  }

  /** See {@link Admission.keep}. */
  keep(reservation: Reservation): void {
    const { admission, outages } = this.#options;
    const id = this.#forwarded.get(reservation);
    if (id === undefined) admission.keep(reservation);
    else void outages.current.kept(id).then(() => outages.sendSoon());
  }

  /** See {@link Admission.giveBack}. */
  giveBack(reservation: Reservation, status: StatusClass): void {
    const { admission, outages, now } = this.#options;
    const id = this.#forwarded.get(reservation);
    if (id === undefined) admission.giveBack(reservation, status);
    else void outages.current.released(id, now(), status).then(() => outages.sendSoon());
  }

  /** See {@link Admission.refused}. */
  refused(...call: Parameters<Admission['refused']>): void {
    this.#options.admission.refused(...call);
  }

  /** See {@link Admission.takeTouched}. */
  takeTouched(): { client: string; month: string }[] {
    return [...this.#options.admission.takeTouched(), ...this.#options.takeTouched()];
  }

  /** See {@link Admission.folded}. */
  folded(...held: Parameters<Admission['folded']>): void {
    this.#options.admission.folded(...held);
  }

  /** See {@link Admission.flush}. */
  flush(): Promise<void> {
    return this.#options.admission.flush();
  }

  #fallBack(request: AdmissionRequest, sent: Sent | null, done: Done): void {
    const { outages, now } = this.#options;
    const index = sent === null ? null : outages.place(request.client, sent.sequence);
    const at = sent === null || index === null ? now() : sent.at;
    if (request.abandoned?.() === true) return;
    this.#bursts
      .take(request.item.key, request.limits.burst)
      .then((burst) => this.#decide(request, { at, index }, burst))
      .then(
        (decision) => {
          this.counts[decision.verdict.outcome === 'admitted' ? 'admitted' : 'refused'] += 1;
          this.#tell(done, null, decision);
        },
        (error: unknown) => {
          this.counts.failed += 1;
          this.#tell(done, new AdmissionUnavailable(request.client, null, error), null);
        },
      );
  }

  async #decide(request: AdmissionRequest, place: Place, burst: LocalBurst): Promise<Decision> {
    const { client, item, reserve } = request;
    const { allowance, outages } = this.#options;
    // Nothing is asked of the month for a call that the burst refuses.
    const asked = burst.passes ? request : { ...request, item: { ...item, charge: 0, check: 0 } };
    const granted = allowance.decide(asked, monthOf(place.at));
    const decision = decisionOf(request, place.at, burst, granted);
    if (decision.verdict.outcome !== 'admitted' || item.charge === 0) return decision;
    // All that a counter has to know of it: it was not asked whether the call may be.
    const call = { client, ...place, item: { ...item, check: item.charge, cap: null } };
    allowance.draw(client, item);
    try {
      if (reserve) {
        const reservation = reservationOf(decision, request);
        this.#forwarded.set(reservation, await outages.current.forwarded(call));
        return { ...decision, reservation };
      }
      await outages.current.answered(call);
      return decision;
    } catch (error) {
      allowance.refill(client, item, 1);
      throw error;
    } finally {
      outages.sendSoon();
    }
  }

  /** `done` belongs to others: what it throws is not ours. */
  #tell(done: Done, ...result: Parameters<Done>): void {
    try {
      done(...result);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'a caller failed on its decision');
    }
  }
}

/** When a call came, and its place in the command that carried it, if one did. */
interface Place {
  readonly at: number;
  readonly index: number | null;
}

function decisionOf({ limits }: AdmissionRequest, at: number, burst: LocalBurst, granted: Granted): Decision {
  const { split, used, spendable, temporary } = granted;
  const outcome: Outcome = burst.passes ? granted.outcome : 'burst';
  return {
    verdict: {
      outcome,
      split,
      burstLeft: burst.left,
      burstFull: burst.seconds,
      burstRetry: burst.passes ? 0 : burst.seconds,
      used,
      spendable,
    },
    limits,
    at,
    month: monthOf(at),
    epoch: '',
    reservation: null,
    // Like other calls' reservations, the outage is over soon: it is worth asking again.
    onlyReservations: burst.passes && temporary,
  };
}

function reservationOf({ at, month, epoch, verdict }: Decision, { client, item }: AdmissionRequest): Reservation {
  const { key, calculator } = item;
  return { client, month, day: dayOf(at), epoch, split: verdict.split, key, calculator };
}
