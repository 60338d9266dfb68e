import { dayOf, monthOf } from '../../values/calendar.ts';
import type { Admit, AdmitAnswer, CreditCounter, MonthCounter, UnitBreakdown, Watermark } from '../contract.ts';
import { addUnits, spendableCredits, units, usedUnits } from './affordability.ts';
import { Batch } from './batch.ts';
import { familiesNamed, LeaseBook } from './leases.ts';
import { type Changes, type ClientState, NO_CHANGES } from './state.ts';

/**
 * The pure model of admission: the answer every counter store must give, and its state afterwards. It has no clock, no
 * randomness and no I/O; `decide` reads the state and returns the changes.
 */

/** A command's answer and its changes. */
export interface Decided {
  readonly answer: AdmitAnswer;
  readonly changes: Changes;
}

const DUPLICATE: Decided = { answer: { kind: 'duplicate' }, changes: NO_CHANGES };
const LIMITS: Decided = { answer: { kind: 'limits' }, changes: NO_CHANGES };
const UNKNOWN: Decided = { answer: { kind: 'unknown' }, changes: NO_CHANGES };

/**
 * Decides one command. The work depends on its items and the client's open leases, not on the size of the state.
 *
 * @param now the clock of the store, in milliseconds since 1970
 */
export function decide(state: ClientState, command: Admit, now: number = command.at): Decided {
  if (command.sequence <= (state.sequences.get(command.process) ?? 0)) return DUPLICATE;
  const { limits, credits } = state;
  if (limits === null || limits.version < command.limits) return LIMITS;
  if (!command.forced && command.items.length > 0 && dayOf(now) !== dayOf(command.at)) return anotherDay(now);
  const month = monthOf(command.at);
  const counter = state.months.get(month);
  if (counter === undefined || credits === null) return UNKNOWN;
  if (!reaches(counter, credits, command.watermark)) return UNKNOWN;

  const batch = new Batch(state, command, {
    limits,
    month,
    epoch: counter.epoch,
    used: usedUnits(counter),
    spendable: spendableCredits(limits, credits),
    storeTime: now,
  });
  const part = command.lease;
  const book =
    part === undefined && state.leases.size === 0
      ? null
      : new LeaseBook(state, batch, { now, month, epoch: counter.epoch });
  batch.leases = book;
  if (part !== undefined) for (const family of familiesNamed(part)) batch.lapse(family);
  const report = book !== null && part?.report ? book.report(part.report) : null;
  const verdicts = command.items.map((item, index) => batch.answer(item, index));
  const held = book !== null && part?.wish ? book.grant(command.process, part.wish) : null;
  const recalled = book === null ? null : book.recall();
  const { taken } = batch;
  const usage = batch.usage.rows();
  const added = units(taken);
  const total = units(counter.admitted) + added;
  const { epoch } = counter;
  const answer = { kind: 'decided', month, epoch, admitted: total, taken: added, limits, verdicts } as const;
  return {
    answer:
      book === null || part === undefined ? answer : { ...answer, lease: book.answer(command.process, report, held) },
    changes: {
      limits: null,
      credits: taken.credits === 0 ? null : { ...credits, taken: credits.taken + taken.credits },
      month,
      counter: added === 0 ? null : admitted(counter, taken),
      clearsUsage: false,
      families: batch.families,
      usage,
      contained: usage.length > 0,
      commands: null,
      process: command.process,
      sequence: command.sequence,
      leases: book?.changed ?? NO_CHANGES.leases,
      recalled,
      holds: batch.holds ?? NO_CHANGES.holds,
      keys: batch.keys?.changed ?? NO_CHANGES.keys,
      keyWindow: batch.keys?.window ?? null,
    },
  };
}

function anotherDay(now: number): Decided {
  return { answer: { kind: 'day', now }, changes: NO_CHANGES };
}

/** Whether the counters are those the process knows, and at or above its watermark. */
function reaches(counter: MonthCounter, credits: CreditCounter, watermark: Watermark | null): boolean {
  return (
    watermark !== null &&
    counter.epoch === watermark.epoch &&
    units(counter.base) === watermark.base &&
    units(counter.admitted) >= watermark.admitted &&
    credits.epoch === watermark.creditsEpoch &&
    credits.base === watermark.creditsBase &&
    credits.taken >= watermark.creditsTaken
  );
}

function admitted(counter: MonthCounter, added: UnitBreakdown): MonthCounter {
  const { epoch, base, returned } = counter;
  return { epoch, base, admitted: addUnits(counter.admitted, added), returned };
}
