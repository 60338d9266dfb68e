import type { CreditCounter, Limits, MonthCounter, UnitBreakdown } from '../contract.ts';

export const NO_UNITS: UnitBreakdown = Object.freeze({ included: 0, overage: 0, credits: 0 });
const ONE_INCLUDED: UnitBreakdown = Object.freeze({ included: 1, overage: 0, credits: 0 });

/** Units of a split. A credit pays an overage unit; it is not another unit. */
export function units(split: UnitBreakdown): number {
  return split.included + split.overage;
}

/** The sum of two breakdowns. */
export function addUnits(a: UnitBreakdown, b: UnitBreakdown): UnitBreakdown {
  return { included: a.included + b.included, overage: a.overage + b.overage, credits: a.credits + b.credits };
}

/** Units used in the month of the counter. */
export function usedUnits(counter: MonthCounter): number {
  return units(counter.base) + units(counter.admitted) - units(counter.returned);
}

/** Credits left to spend. Negative after a chargeback of spent credits. */
export function spendableCredits(limits: Limits, credits: CreditCounter): number {
  return limits.granted - (credits.base + credits.taken - credits.returned);
}

function includedPart(limits: Limits, used: number, amount: number): number {
  return limits.quota === null ? amount : Math.min(amount, Math.max(0, limits.quota - used));
}

/** Why `cost` more units are not affordable at `used` units and `spendable` credits; `null` if they are. */
export function unaffordable(
  limits: Limits,
  used: number,
  spendable: number,
  cost: number,
): 'month' | 'credits' | null {
  if (limits.ceiling !== null && used + cost > limits.ceiling) return 'month';
  if (limits.mode === 'soft') return null;
  const overage = cost - includedPart(limits, used, cost);
  if (overage === 0) return null;
  if (limits.mode === 'block') return 'month';
  return overage <= spendable ? null : 'credits';
}

/** How `charge` units are paid for at `used` units and `spendable` credits, by the current limits. */
export function payment(limits: Limits, used: number, spendable: number, charge: number): UnitBreakdown {
  const included = includedPart(limits, used, charge);
  if (included === charge) return charge === 1 ? ONE_INCLUDED : { included, overage: 0, credits: 0 };
  const overage = charge - included;
  const credits = limits.mode === 'credits' ? Math.min(overage, Math.max(0, spendable)) : 0;
  return { included, overage, credits };
}

/** Units that are affordable at `used` units and `spendable` credits; `Infinity` without a limit. */
export function affordableUnits(limits: Limits, used: number, spendable: number): number {
  const { quota, mode, ceiling } = limits;
  const beforeCeiling = ceiling === null ? Number.POSITIVE_INFINITY : Math.max(0, ceiling - used);
  if (mode === 'soft' || quota === null) return beforeCeiling;
  const credits = mode === 'credits' ? Math.max(0, spendable) : 0;
  return Math.min(beforeCeiling, Math.max(0, quota - used) + credits);
}

/** Credits that `more` units will take at `used` units. */
export function creditsOf(limits: Limits, used: number, more: number): number {
  return limits.mode === 'credits' ? more - includedPart(limits, used, more) : 0;
}
