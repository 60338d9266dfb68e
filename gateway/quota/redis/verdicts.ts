import { monthOf } from '../../values/calendar.ts';
import type { Admit, AdmitAnswer } from '../contract.ts';
import { NO_UNITS } from '../model/affordability.ts';
import { decide } from '../model/model.ts';
import { type ClientState, emptyClient } from '../model/state.ts';
import { integer, readCounter, readCredits, readFamily, readLimits } from './records.ts';

/** The script and the model decided differently: one was changed without the other. */
export class ModelDisagrees extends Error {
  override readonly name = 'ModelDisagrees';
}

/**
 * Builds the answer to a command from the state that the script decided on: the script takes the units, the model makes
 * the verdicts from the same state, and both totals are compared (README.md, invariant 13).
 */
export function answerOf(command: Admit, reply: string): AdmitAnswer {
  if (reply === 'duplicate' || reply === 'limits' || reply === 'unknown') return { kind: reply };
  const [took, ...records] = reply.split('\n');
  const state = stateOf(command, records);
  const { answer, changes } = decide(state, command);
  if (answer.kind !== 'decided') throw new ModelDisagrees(`the model answers ${answer.kind}`);
  const before = state.months.get(answer.month)?.admitted ?? NO_UNITS;
  const after = changes.counter?.admitted ?? before;
  // The script counts every probe as passed, because a probe takes nothing.
  const passed = answer.verdicts.filter(({ outcome }, at) => outcome === 'admitted' || command.items[at]?.probe).length;
  const taken = [after.included - before.included, after.overage - before.overage, after.credits - before.credits];
  const byModel = [passed, ...taken].join(' ');
  if (byModel !== took) throw new ModelDisagrees(`the script took ${took}, the model takes ${byModel}`);
  return answer;
}

/** The part of the client's state that the command was decided on. */
function stateOf(command: Admit, records: readonly string[]): ClientState {
  const [limits = '', credits = '', counter = '', time = '', ...families] = records;
  const state = emptyClient();
  state.time = integer(time, time);
  state.limits = readLimits(limits);
  state.credits = readCredits(credits);
  state.months.set(monthOf(command.at), readCounter(counter));
  const named = families.length === 1 ? command.items.slice(0, 1) : command.items;
  for (const [place, family] of [...new Set(named.map((item) => item.family))].entries()) {
    const text = families[place];
    if (text) state.families.set(family, readFamily(text));
  }
  return state;
}
