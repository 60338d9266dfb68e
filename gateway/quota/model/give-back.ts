import type { GiveBack, MonthCounter, UnitBreakdown } from '../contract.ts';
import { addUnits, units } from './affordability.ts';
import { freedPlace, type Hold } from './holds.ts';
import { type Changes, type ClientState, NO_CHANGES } from './state.ts';
import { UsageRows } from './usage-rows.ts';

/** The answer to a give-back and its changes. */
export interface GivenBack {
  readonly answer: 'returned' | 'gone' | 'duplicate';
  readonly changes: Changes;
}

const DUPLICATE: GivenBack = { answer: 'duplicate', changes: NO_CHANGES };

/** Returns a reservation to the month, credits and family it was taken from. Creates no counter. */
export function giveBack(state: ClientState, command: GiveBack): GivenBack {
  if (command.sequence <= (state.sequences.get(command.process) ?? 0)) return DUPLICATE;
  const counter = state.months.get(command.month);
  if (counter === undefined || counter.epoch !== command.epoch) return { answer: 'gone', changes: NO_CHANGES };
  // A hold that is gone was kept or has returned.
  if (command.hold !== undefined && state.holds.get(command.hold)?.returned !== false) return DUPLICATE;
  const keys = freedPlace(state, command.once);
  if (keys === null) return DUPLICATE;

  const given = returnable(counter, command.split);
  const usage = new UsageRows(state);
  usage.count(command.day, command.key, command.calculator, 'returned', 1, units(given));
  usage.count(command.day, command.key, command.calculator, command.status, 1, 0);
  return {
    answer: 'returned',
    changes: {
      ...NO_CHANGES,
      month: command.month,
      counter: { ...counter, returned: addUnits(counter.returned, given) },
      credits: creditsAfter(state, given.credits),
      families: familiesAfter(state, command, units(given)),
      usage: usage.rows(),
      process: command.process,
      sequence: command.sequence,
      holds: command.hold === undefined ? NO_CHANGES.holds : new Map([[command.hold, null]]),
      keys,
    },
  };
}

/** The give-back of a hold whose time is over. */
export function giveBackOf(client: string, name: string, hold: Hold): GiveBack {
  const { month, day, epoch, split, key, family, calculator, until, once } = hold;
  const place = { client, month, day, epoch, split, key, family, calculator };
  // Without a sequence of its own: it happens once because the hold does.
  return { ...place, process: name, sequence: 1, at: until, status: '5xx', hold: name, ...(once && { once }) };
}

/** Returns the units of a hold by itself at `now`. The hold stays, marked as returned. */
export function returnHold(state: ClientState, command: GiveBack, now: number): GivenBack {
  const hold = command.hold === undefined ? undefined : state.holds.get(command.hold);
  if (command.hold === undefined || hold === undefined || hold.returned || now < hold.until) return DUPLICATE;
  const { answer, changes } = giveBack(state, command);
  const holds = new Map([[command.hold, answer === 'returned' ? { ...hold, returned: true } : null]]);
  return { answer, changes: { ...changes, holds, process: '', sequence: 0 } };
}

/**
 * Caps the return at what this epoch admitted (README.md, invariant 6): a store rewound to before the admission would
 * otherwise return units that other calls used.
 */
function returnable(counter: MonthCounter, split: UnitBreakdown): UnitBreakdown {
  const { admitted, returned } = counter;
  return {
    included: Math.min(split.included, admitted.included - returned.included),
    overage: Math.min(split.overage, admitted.overage - returned.overage),
    credits: Math.min(split.credits, admitted.credits - returned.credits),
  };
}

function creditsAfter(state: ClientState, given: number): Changes['credits'] {
  const { credits } = state;
  if (credits === null || given === 0) return null;
  const spent = credits.base + credits.taken - credits.returned;
  return { ...credits, returned: credits.returned + Math.min(given, spent) };
}

function familiesAfter(state: ClientState, command: GiveBack, given: number): Changes['families'] {
  const family = state.families.get(command.family);
  if (family === undefined || family.month !== command.month) return NO_CHANGES.families;
  return new Map([[command.family, { ...family, units: Math.max(0, family.units - given) }]]);
}
