import { monthOf } from '../../values/calendar.ts';
import type { Admit, AdmitAnswer } from '../contract.ts';
import { NO_UNITS } from '../model/affordability.ts';
import { decide } from '../model/model.ts';
import { type ClientState, emptyClient } from '../model/state.ts';
import { integer, readCounter, readCredits, readFamily, readLimits } from './records.ts';

/** The script decided otherwise than the model: one of them was changed and the other was not. */
export class ModelDisagrees extends Error {
  override readonly name = 'ModelDisagrees';
}

/**
 * Makes the answer to a command from what the script says it was decided from: the script carries it out, the model
 * makes the verdicts from the same state, and what both have taken is compared.
 */
export function answerOf(command: Admit, reply: string): AdmitAnswer {
  if (reply === 'duplicate' || reply === 'limits' || reply === 'unknown') return { kind: reply };
  const [took, ...records] = reply.split('\n');
  const state = stateOf(command, records);
  const { answer, changes } = decide(state, command);
  if (answer.kind !== 'decided') throw new ModelDisagrees(`the model answers ${answer.kind}`);
  const before = state.months.get(answer.month)?.admitted ?? NO_UNITS;
  const after = changes.counter?.admitted ?? before;
  // To the script every probe passes: it takes nothing either way.
  const passed = answer.verdicts.filter(({ outcome }, at) => outcome === 'admitted' || command.items[at]?.probe).length;
  const taken = [after.included - before.included, after.overage - before.overage, after.credits - before.credits];
  const byModel = [passed, ...taken].join(' ');
  if (byModel !== took) throw new ModelDisagrees(`the script took ${took}, the model takes ${byModel}`);
  return answer;
}

/** As much of the client's state as the command was decided by. */
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
