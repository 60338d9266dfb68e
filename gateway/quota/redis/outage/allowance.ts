import type { AdmissionRequest, Decision } from '../../admission/admission.ts';
import { BoundedMap } from '../../bounded-map.ts';
import type { Item, Limits, Outcome, UnitBreakdown } from '../../contract.ts';
import { payment, unaffordable } from '../../model/affordability.ts';

/** Clients whose last known balance is kept. */
const CAPACITY = 50_000;

/** Of the month's units, and at most so many, may be answered without being counted. */
const SHARE = 0.01;
const MOST = 1_000;

/** What the allowance says of a call. */
export interface Granted {
  readonly outcome: Exclude<Outcome, 'burst'>;
  readonly split: UnitBreakdown;
  /** As far as this process knows. */
  readonly used: number;
  readonly spendable: number;
  /** True for a refusal that only the allowance has caused: it ends with the outage. */
  readonly temporary: boolean;
}

interface Uncounted {
  units: number;
  /** Units by family of keys. */
  readonly families: Map<string, number>;
}

/**
 * What a client may call while the store is away: as much as was left when it was last seen, and of that no more than a
 * small part of its month, since every process answers by its own knowledge. It is drawn on by calls that are not
 * counted yet and fills again as they are. Plans without a limit have none here either.
 */
export class Allowance {
  readonly #known = new BoundedMap<string, Decision>(CAPACITY);
  readonly #uncounted = new Map<string, Uncounted>();

  /** The store has decided: its verdict shows what the client has. */
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
      if (ofFamily + item.check > partOf(item.cap)) return refused('cap', true);
    }
    if (known !== undefined && known.month === month) {
      const reason = unaffordable(limits, used, spendable, item.check);
      if (reason !== null) return refused(reason, false);
    }
    if (units + item.check > allowance(limits, spendable)) return refused('month', true);
    const split = payment(limits, used, spendable, item.charge);
    return {
      outcome: 'admitted',
      split,
      used: used + item.charge,
      spendable: spendable - split.credits,
      temporary: false,
    };
  }

  /** A call is answered and not counted. */
  draw(client: string, item: Item): void {
    const uncounted = this.#uncounted.get(client) ?? { units: 0, families: new Map() };
    this.#uncounted.set(client, uncounted);
    uncounted.units += item.charge;
    uncounted.families.set(item.family, (uncounted.families.get(item.family) ?? 0) + item.charge);
  }

  /** Calls are counted, or will not be charged. */
  refill(client: string, item: Item, calls: number): void {
    const uncounted = this.#uncounted.get(client);
    if (uncounted === undefined) return;
    const units = item.charge * calls;
    uncounted.units -= units;
    uncounted.families.set(item.family, (uncounted.families.get(item.family) ?? 0) - units);
    if (uncounted.units <= 0) this.#uncounted.delete(client);
  }
}

/** Credits that uncounted overage will take. */
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
