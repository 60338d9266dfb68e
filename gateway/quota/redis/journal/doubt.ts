import { dayOf } from '../../../values/calendar.ts';
import {
  type Admit,
  type AdmitAnswer,
  holdName,
  type Item,
  type StatusClass,
  type UnitBreakdown,
} from '../../contract.ts';
import { units } from '../../model/affordability.ts';
import type { Owed } from './facts.ts';

/** The units that a command took for each item; `null` for a refused one. */
export interface Ran {
  readonly month: string;
  readonly epoch: string;
  readonly splits: readonly (UnitBreakdown | null)[];
}

/**
 * The outcome of a command that was in doubt; `null` if it never ran. `counted`: its outcome cannot be learned, and
 * because nothing may count twice, its answered calls are taken as counted.
 */
export type DoubtOutcome = Ran | 'counted' | null;

export function ranOf(answer: AdmitAnswer | null): Ran | null {
  if (answer?.kind !== 'decided') return null;
  const { month, epoch, verdicts } = answer;
  return { month, epoch, splits: verdicts.map(({ outcome, split }) => (outcome === 'admitted' ? split : null)) };
}

/**
 * A command that may have run, and what became of its calls meanwhile. What it owes has names made from its own, so the
 * process that sent it and every successor send the same.
 */
export class Doubt {
  readonly command: Admit;
  /** Positions of the calls that were answered and charged anyway. */
  readonly answered = new Set<number>();
  /** Positions of the calls that may still get a charged answer. */
  readonly open = new Set<number>();
  #next = 0;
  #outcome: DoubtOutcome | undefined;

  constructor(command: Admit) {
    this.command = command;
  }

  /** Whether the outcome is known. */
  get resolved(): boolean {
    return this.#outcome !== undefined;
  }

  /** An open call was answered, and is charged. */
  answer(index: number): void {
    this.open.delete(index);
    this.answered.add(index);
  }

  /** The position of the next call. Callers are failed in order, and each asks once. */
  place(): number {
    this.#next += 1;
    return this.#next - 1;
  }

  /** What follows from the outcome for all calls that are not open. `at`: milliseconds since 1970. */
  resolve(outcome: DoubtOutcome, at: number): Owed[] {
    this.#outcome = outcome;
    const { process, sequence, items } = this.command;
    const uncounted: Item[] = [];
    const owed: Owed[] = [];
    for (const [index, item] of items.entries()) {
      if (this.open.has(index)) continue;
      const one = this.#owed(index, item, at, this.answered.has(index) ? '2xx' : '429');
      if (one === 'count') uncounted.push(item);
      else if (one !== null) owed.push(one);
    }
    if (uncounted.length > 0) owed.push(this.#count(`${process}/${sequence}`, uncounted));
    return owed;
  }

  /** What follows for an open call that ended. Before the outcome is known, it says what follows. */
  ended(index: number, at: number, status: StatusClass): Owed | null {
    const item = this.command.items[index];
    if (!this.open.delete(index) || item === undefined || !this.resolved) return null;
    const owed = this.#owed(index, item, at, status);
    return owed === 'count' ? this.#count(this.#nameOf(index), [item]) : owed;
  }

  /** What the store must learn about a call that ended with this status; `count` if it must count the call. */
  #owed(index: number, item: Item, at: number, status: StatusClass): Owed | 'count' | null {
    const outcome = this.#outcome;
    if (outcome === 'counted') return null;
    const split = outcome?.splits[index] ?? null;
    if (!outcome || split === null) return status === '2xx' ? 'count' : null;
    const { client, at: sent } = this.command;
    const { key, family, calculator, once } = item;
    const name = this.#nameOf(index);
    const { month, epoch } = outcome;
    const place = { client, month, day: dayOf(sent), epoch, split, key, family, calculator, ...(once && { once }) };
    const held = item.hold !== undefined;
    if (status === '2xx') return held ? { kind: 'keep', command: { ...place, hold: name } } : null;
    if (units(split) === 0) return null;
    // The name is its own, because a counter takes the sequences of a name in order only.
    const sender = { process: name, sequence: 1, at, status };
    return { kind: 'return', command: { ...place, ...sender, ...(held && { hold: name }) } };
  }

  #count(process: string, items: readonly Item[]): Owed {
    const { client, at, limits } = this.command;
    // The calls are answered: they need no hold.
    const counted = items.map(({ hold: _, ...item }) => item);
    return { kind: 'count', command: { client, process, sequence: 1, at, limits, items: counted } };
  }

  #nameOf(index: number): string {
    const { process, sequence } = this.command;
    return holdName(process, sequence, index);
  }
}
