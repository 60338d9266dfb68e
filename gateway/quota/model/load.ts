import type { CreditCounter, FamilyCounter, Floor, Fold, MonthCounter, Split } from '../contract.ts';
import { NO_UNITS, units } from './affordability.ts';
import { type Changes, type ClientState, NO_CHANGES } from './state.ts';

/** The floor that the process may take, and what the load changes. */
export interface Loaded {
  readonly floor: Floor;
  readonly changes: Changes;
}

/** Brings the counters of a month in line with what SQL holds. `newEpoch` is the only chance in it. */
export function load(state: ClientState, month: string, fold: Fold, newEpoch: () => string): Loaded {
  const present = state.months.get(month);
  const counter = monthAfter(present, fold.months, newEpoch);
  const credits = creditsAfter(state.credits, fold.credits, newEpoch);
  return {
    floor: {
      epoch: counter.epoch,
      base: units(counter.base),
      admitted: units(fold.months.find(({ epoch }) => epoch === counter.epoch)?.admitted ?? NO_UNITS),
      creditsEpoch: credits.epoch,
      creditsBase: credits.base,
      creditsTaken: fold.credits.find(({ epoch }) => epoch === credits.epoch)?.taken ?? 0,
    },
    changes: {
      ...NO_CHANGES,
      month,
      counter,
      credits,
      // Usage rows are absolute within the epoch of their month: those of the old one are in the fold.
      clearsUsage: present?.epoch !== counter.epoch,
      families: familiesAfter(state, month, fold.families),
    },
  };
}

function monthAfter(present: MonthCounter | undefined, folds: Fold['months'], newEpoch: () => string): MonthCounter {
  const own = folds.find(({ epoch }) => epoch === present?.epoch);
  const stays = own === undefined ? present : holds(present, own) ? present : undefined;
  const others = folds.filter((fold) => fold.epoch !== stays?.epoch);
  const base: Split = {
    included: net(others, 'included'),
    overage: net(others, 'overage'),
    credits: net(others, 'credits'),
  };
  if (stays !== undefined) return { ...stays, base };
  return { epoch: newEpoch(), base, admitted: NO_UNITS, returned: NO_UNITS };
}

function holds(present: MonthCounter | undefined, fold: Fold['months'][number]): boolean {
  return present !== undefined && reaches(present.admitted, fold.admitted) && reaches(present.returned, fold.returned);
}

function reaches(present: Split, fold: Split): boolean {
  return present.included >= fold.included && present.overage >= fold.overage && present.credits >= fold.credits;
}

function net(folds: Fold['months'], part: keyof Split): number {
  return folds.reduce((sum, fold) => sum + fold.admitted[part] - fold.returned[part], 0);
}

function creditsAfter(present: CreditCounter | null, folds: Fold['credits'], newEpoch: () => string): CreditCounter {
  const own = folds.find(({ epoch }) => epoch === present?.epoch);
  const below = own !== undefined && present !== null && (present.taken < own.taken || present.returned < own.returned);
  const stays = below ? null : present;
  const base = folds.reduce((sum, fold) => (fold.epoch === stays?.epoch ? sum : sum + fold.taken - fold.returned), 0);
  return stays === null ? { epoch: newEpoch(), base, taken: 0, returned: 0 } : { ...stays, base };
}

function familiesAfter(state: ClientState, month: string, folds: Fold['families']): ReadonlyMap<string, FamilyCounter> {
  const families = new Map<string, FamilyCounter>();
  for (const fold of folds) {
    const present = state.families.get(fold.family) ?? { tat: 0, month: '', units: 0 };
    // A family that is in a later month already keeps it: the load is of a month gone by.
    if (present.month > month) continue;
    const held = present.month === month ? present.units : 0;
    families.set(fold.family, { tat: present.tat, month, units: Math.max(held, fold.units) });
  }
  return families;
}
