import type { Checkpoint, CreditCounter, FamilyCounter, Loaded, MonthCounter, UnitBreakdown } from '../contract.ts';
import { NO_UNITS, units, usedUnits } from './affordability.ts';
import { type Changes, type ClientState, NO_CHANGES } from './state.ts';

/** The result of a load, and its changes. */
export interface LoadOutcome extends Loaded {
  readonly changes: Changes;
}

/**
 * Aligns the counters of a month with the checkpoint in SQL (README.md, invariants 8 and 9). Deterministic except for
 * `newEpoch`.
 */
export function load(state: ClientState, month: string, checkpoint: Checkpoint, newEpoch: () => string): LoadOutcome {
  const present = state.months.get(month);
  const counter = monthAfter(present, checkpoint.months, newEpoch);
  const replaced = present?.epoch !== counter.epoch;
  const credits = creditsAfter(state.credits, checkpoint.credits, newEpoch);
  return {
    watermark: {
      epoch: counter.epoch,
      base: units(counter.base),
      admitted: units(checkpoint.months.find(({ epoch }) => epoch === counter.epoch)?.admitted ?? NO_UNITS),
      creditsEpoch: credits.epoch,
      creditsBase: credits.base,
      creditsTaken: checkpoint.credits.find(({ epoch }) => epoch === credits.epoch)?.taken ?? 0,
    },
    restored: replaced && checkpoint.months.length > 0 ? restoredUnits(present, counter) : null,
    changes: {
      ...NO_CHANGES,
      month,
      counter,
      credits,
      // Usage rows are absolute within an epoch; those of the old epoch are in the checkpoint.
      clearsUsage: replaced,
      families: familiesAfter(state, month, checkpoint.families),
      commands: checkpoint.commands ?? null,
    },
  };
}

function monthAfter(
  present: MonthCounter | undefined,
  checkpoints: Checkpoint['months'],
  newEpoch: () => string,
): MonthCounter {
  const own = checkpoints.find(({ epoch }) => epoch === present?.epoch);
  const stays = own === undefined ? present : holds(present, own) ? present : undefined;
  const others = checkpoints.filter((checkpoint) => checkpoint.epoch !== stays?.epoch);
  const base: UnitBreakdown = {
    included: net(others, 'included'),
    overage: net(others, 'overage'),
    credits: net(others, 'credits'),
  };
  if (stays !== undefined) return { ...stays, base };
  return { epoch: newEpoch(), base, admitted: NO_UNITS, returned: NO_UNITS };
}

function restoredUnits(present: MonthCounter | undefined, counter: MonthCounter): number {
  return Math.max(0, usedUnits(counter) - (present === undefined ? 0 : usedUnits(present)));
}

function holds(present: MonthCounter | undefined, checkpoint: Checkpoint['months'][number]): boolean {
  return (
    present !== undefined &&
    reaches(present.admitted, checkpoint.admitted) &&
    reaches(present.returned, checkpoint.returned)
  );
}

function reaches(present: UnitBreakdown, checkpoint: UnitBreakdown): boolean {
  return (
    present.included >= checkpoint.included &&
    present.overage >= checkpoint.overage &&
    present.credits >= checkpoint.credits
  );
}

function net(checkpoints: Checkpoint['months'], part: keyof UnitBreakdown): number {
  return checkpoints.reduce((sum, checkpoint) => sum + checkpoint.admitted[part] - checkpoint.returned[part], 0);
}

function creditsAfter(
  present: CreditCounter | null,
  checkpoints: Checkpoint['credits'],
  newEpoch: () => string,
): CreditCounter {
  const own = checkpoints.find(({ epoch }) => epoch === present?.epoch);
  const below = own !== undefined && present !== null && (present.taken < own.taken || present.returned < own.returned);
  const stays = below ? null : present;
  const base = checkpoints.reduce(
    (sum, checkpoint) => (checkpoint.epoch === stays?.epoch ? sum : sum + checkpoint.taken - checkpoint.returned),
    0,
  );
  return stays === null ? { epoch: newEpoch(), base, taken: 0, returned: 0 } : { ...stays, base };
}

function familiesAfter(
  state: ClientState,
  month: string,
  checkpoints: Checkpoint['families'],
): ReadonlyMap<string, FamilyCounter> {
  const families = new Map<string, FamilyCounter>();
  for (const checkpoint of checkpoints) {
    const present = state.families.get(checkpoint.family) ?? { tat: 0, month: '', units: 0 };
    // A load of a past month must not change a family that is already in a later month.
    if (present.month > month) continue;
    const held = present.month === month ? present.units : 0;
    families.set(checkpoint.family, { ...present, month, units: Math.max(held, checkpoint.units) });
  }
  return families;
}
