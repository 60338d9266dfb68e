import { monthOf } from '../../values/calendar.ts';
import type { Admit, AdmitAnswer, LeaseAnswer } from '../contract.ts';
import { NO_UNITS } from '../model/affordability.ts';
import type { KeyRecord } from '../model/holds.ts';
import { type Reported, rowId } from '../model/leases.ts';
import { decide } from '../model/model.ts';
import { type ClientState, emptyClient } from '../model/state.ts';
import { PassingMap } from '../passing-map.ts';
import { familiesOf } from './commands.ts';
import {
  integer,
  readCounter,
  readCredits,
  readFamily,
  readKeyRecord,
  readKeyWindow,
  readLease,
  readLimits,
  readOpenLease,
  readReported,
} from './records.ts';

/** Begins the answer to a command of another day; the store's time follows. */
const DAY = 'day ';

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
  if (reply.startsWith(DAY)) return { kind: 'day', now: integer(reply.slice(DAY.length), reply) };
  const [main = '', ...leases] = reply.split('\f');
  const [took, limits = '', credits = '', counter = '', now = '', ...families] = main.split('\n');
  const state = stateOf(command, { limits, credits, counter, families });
  const [recalled = '', open = '', own = '', reported = '', held] = leases;
  if (leases.length > 0) addLeases(state, command, { recalled, open, own, reported });
  addKeys(state, command, families);
  const { answer, changes } = decide(state, command, integer(now, now));
  if (answer.kind !== 'decided') throw new ModelDisagrees(`the model answers ${answer.kind}`);
  const before = state.months.get(answer.month)?.admitted ?? NO_UNITS;
  const after = changes.counter?.admitted ?? before;
  // The script counts every probe as passed, because a probe takes nothing.
  const passed = answer.verdicts.filter(({ outcome }, at) => outcome === 'admitted' || command.items[at]?.probe).length;
  const taken = [after.included - before.included, after.overage - before.overage, after.credits - before.credits];
  const byModel = [passed, ...taken].join(' ');
  if (byModel !== took) throw new ModelDisagrees(`the script took ${took}, the model takes ${byModel}`);
  if (answer.lease !== undefined && heldText(answer.lease) !== held) {
    throw new ModelDisagrees(`the script leases ${held}, the model ${heldText(answer.lease)}`);
  }
  return answer;
}

/** What the lease holds, as the script writes it. */
function heldText({ held }: LeaseAnswer): string {
  return held === null ? '-' : [held.units, ...held.tokens.values()].join(' ');
}

/** The part of the client's state that the command was decided on. */
function stateOf(
  command: Admit,
  {
    limits,
    credits,
    counter,
    families,
  }: { limits: string; credits: string; counter: string; families: readonly string[] },
): ClientState {
  const state = emptyClient();
  state.limits = readLimits(limits);
  state.credits = readCredits(credits);
  state.months.set(monthOf(command.at), readCounter(counter));
  const [first] = command.items;
  const named = families.length === 1 && first !== undefined ? [first.family] : familiesOf(command);
  for (const [place, family] of [...named].entries()) {
    const text = families[place];
    if (text) state.families.set(family, readFamily(text));
  }
  return state;
}

/** Adds the idempotency keys of the command, whose records follow those of the families. */
function addKeys(state: ClientState, command: Admit, records: readonly string[]): void {
  const keys = new Set<string>();
  for (const { once } of command.items) if (once !== undefined) keys.add(once.key);
  if (keys.size === 0) return;
  const [window = '', ...texts] = records.slice(familiesOf(command).size);
  if (window !== '') state.keyWindow = readKeyWindow(window);
  const held = new PassingMap<string, KeyRecord>();
  for (const [index, key] of [...keys].entries()) {
    const text = texts[index];
    if (text) held.set(key, readKeyRecord(text));
  }
  state.keys = held;
}

/** Adds the open leases, and the last one of the holder that the command names. */
function addLeases(
  state: ClientState,
  { process, lease: part }: Admit,
  texts: { recalled: string; open: string; own: string; reported: string },
): void {
  const { limits } = state;
  if (limits === null) return;
  state.recalled = integer(texts.recalled, texts.recalled);
  const leases = new Map(state.leases);
  state.leases = leases;
  for (const line of texts.open === '' ? [] : texts.open.split('\n')) {
    const { holder, lease } = readOpenLease(line);
    leases.set(holder, { ...lease, epoch: '', limits, rows: new Map() });
  }
  if (texts.own === '' || part === undefined) return;
  const own = readLease(texts.own);
  const values = texts.reported.split('\n');
  const rows = new Map<string, Reported>();
  for (const [index, row] of (part.report?.rows ?? []).entries()) {
    const text = values[index];
    if (text) rows.set(rowId(row), readReported(text));
  }
  const holder = part.report?.holder ?? process;
  const open = leases.get(holder);
  const held = open?.number === own.number ? open : { open: false, units: 0, seen: 0, asked: 0 };
  leases.set(holder, { ...held, ...own, rows });
}
