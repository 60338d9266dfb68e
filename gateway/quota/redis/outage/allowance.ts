import type { AdmissionRequest, Decision } from '../../admission/admission.ts';
import { BoundedMap } from '../../bounded-map.ts';
import type { Item, Limits, Outcome, UnitBreakdown } from '../../contract.ts';
import { payment, unaffordable } from '../../model/affordability.ts';

/** Most clients whose last known balance is kept. */
const CAPACITY = 50_000;

/** Part of a month's units that may be answered uncounted, and its upper bound. */
const SHARE = 0.01;
const MOST = 1_000;

/** The allowance's decision on a call. */
export interface Granted {
  readonly outcome: Exclude<Outcome, 'burst'>;
  readonly split: UnitBreakdown;
  /** Units used, as far as this process knows. */
  readonly used: number;
  readonly spendable: number;
  /** True if only the allowance refused the call: the refusal ends with the outage. */
  readonly temporary: boolean;
}

interface Uncounted {
  units: number;
  /** Units by family of keys. */
  readonly families: Map<string, number>;
}

/**
 * Units that a client may use while the store is away: its last known balance, but at most a small part of its month,
 * because every process decides on its own knowledge. Uncounted calls draw it down, and counting them refills it. Plans
 * without a limit are not limited here either.
 */
export class Allowance {
  readonly #known = new BoundedMap<string, Decision>(CAPACITY);
  readonly #uncounted = new Map<string, Uncounted>();

  /** Remembers the balance shown by the store's verdict. */
  remember(client: string, decision: Decision): void {
    this.#known.set(client, decision);
  }

  decide({ client, limits, item }: AdmissionRequest, month: string): Granted {
    const known = this.#known.get(client);
    const before = known?.month === month ? known.verdict.used : 0;
    const uncounted = this.#uncounted.get(client);
    const units = uncounted?.units ?? 0;
    const used = before + units;
    const spendable = known === undefined ? 0 : known.verdict.spendable - creditsTaken(limits, before, used);
    const refused = (outcome: Granted['outcome'], temporary: boolean): Granted => {
      return { outcome, split: { included: 0, overage: 0, credits: 0 }, used, spendable, temporary };
    };
    if (item.cap !== null) {
      const ofFamily = uncounted?.families.get(item.family) ?? 0;
      if (ofFamily + item.cost > partOf(item.cap)) return refused('cap', true);
    }
    if (known !== undefined && known.month === month) {
      const reason = unaffordable(limits, used, spendable, item.cost);
      if (reason !== null) return refused(reason, false);
    }
    if (units + item.cost > allowance(limits, spendable)) return refused('month', true);
    const split = payment(limits, used, spendable, item.charge);
    return {
      outcome: 'admitted',
      split,
      used: used + item.charge,
      spendable: spendable - split.credits,
      temporary: false,
    };
  }

  /** Draws the units of a call that is answered uncounted. */
  draw(client: string, item: Item): void {
    const uncounted = this.#uncounted.get(client) ?? { units: 0, families: new Map() };
    this.#uncounted.set(client, uncounted);
    uncounted.units += item.charge;
    uncounted.families.set(item.family, (uncounted.families.get(item.family) ?? 0) + item.charge);
  }

  /** Refills the units of calls that have been counted or will not be charged. */
  refill(client: string, item: Item, calls: number): void {
    const uncounted = this.#uncounted.get(client);
    if (uncounted === undefined) return;
    const units = item.charge * calls;
    uncounted.units -= units;
    uncounted.families.set(item.family, (uncounted.families.get(item.family) ?? 0) - units);
    if (uncounted.units <= 0) this.#uncounted.delete(client);
  }
}

/** Credits that the uncounted overage will take. */
function creditsTaken({ mode, quota }: Limits, before: number, used: number): number {
  return mode === 'credits' && quota !== null ? Math.max(0, used - Math.max(quota, before)) : 0;
}

function allowance({ quota, ceiling, mode }: Limits, spendable: number): number {
  const credits = mode === 'credits' ? Math.max(0, spendable) : 0;
  const units = Math.min(
    quota === null ? Number.POSITIVE_INFINITY : quota + credits,
    ceiling ?? Number.POSITIVE_INFINITY,
  );
  return units === Number.POSITIVE_INFINITY ? units : partOf(units);
}

function partOf(units: number): number {
  return Math.min(MOST, Math.ceil(units * SHARE));
}
