import { dayOf } from '../../values/calendar.ts';
import type { Admit, BurstPolicy, FamilyCounter, Item, Limits, Outcome, UnitBreakdown, Verdict } from '../contract.ts';
import { NO_UNITS, payment, unaffordable } from './affordability.ts';
import { hasToken, secondsUntilFull, secondsUntilToken, takeToken, tokenInterval, tokensLeft } from './gcra.ts';
import type { ClientState } from './state.ts';
import { UsageRows } from './usage-rows.ts';

const NEW_FAMILY: FamilyCounter = { tat: 0, month: '', units: 0 };

/** Decides the items of one command, in order, at one instant. Only reads the client's state. */
export class Batch {
  /** The instant of the command, or the client's time if the sender's clock is behind it. */
  readonly time: number;
  tookToken = false;
  readonly taken = { included: 0, overage: 0, credits: 0 };
  readonly families = new Map<string, FamilyCounter>();
  readonly usage: UsageRows;

  readonly #state: ClientState;
  readonly #limits: Limits;
  readonly #forced: boolean;
  readonly #month: string;
  readonly #day: string;
  readonly #now: number;
  readonly #interval: number;
  #used: number;
  #spendable: number;

  constructor(state: ClientState, command: Admit, limits: Limits, month: string, used: number, spendable: number) {
    this.time = Math.max(state.time, command.at);
    this.usage = new UsageRows(state);
    this.#state = state;
    this.#limits = limits;
    this.#forced = command.forced;
    this.#month = month;
    this.#day = dayOf(command.at);
    this.#now = this.time * 1000;
    this.#interval = limits.burst === null ? 0 : tokenInterval(limits.burst);
    this.#used = used;
    this.#spendable = spendable;
  }

  /**
   * Checks everything before it takes anything: a refused item takes nothing, not even a burst token (README.md,
   * invariant 2).
   */
  answer(item: Item): Verdict {
    const family = this.families.get(item.family) ?? this.#state.families.get(item.family) ?? NEW_FAMILY;
    const unchecked = this.#forced || (item.probe && item.cost === 0);
    const outcome = unchecked ? 'admitted' : this.#outcome(item, family);
    if (outcome !== 'admitted' || item.probe) return this.#verdict(outcome, NO_UNITS, family);
    const split = item.charge === 0 ? NO_UNITS : payment(this.#limits, this.#used, this.#spendable, item.charge);
    return this.#verdict(outcome, split, this.#take(item, family, split));
  }

  #outcome(item: Item, family: FamilyCounter): Outcome {
    const { burst } = this.#limits;
    if (burst !== null && !hasToken(family.tat, this.#now, this.#interval, burst.q)) return 'burst';
    if (item.cap !== null && this.#unitsOf(family) + item.cost > item.cap) return 'cap';
    return unaffordable(this.#limits, this.#used, this.#spendable, item.cost) ?? 'admitted';
  }

  #take(item: Item, family: FamilyCounter, split: UnitBreakdown): FamilyCounter {
    this.#used += item.charge;
    this.#spendable -= split.credits;
    this.taken.included += split.included;
    this.taken.overage += split.overage;
    this.taken.credits += split.credits;
    this.usage.count(this.#day, item.key, item.calculator, item.status, 1, item.charge);

    const takesToken = this.#limits.burst !== null && !this.#forced;
    // A family never returns to an earlier month. A call from a gateway whose clock is behind at the turn of the month
    // counts for the cap of the later month; otherwise two gateways would let a caller pass without a cap. A call from
    // a journal does not count for it.
    const isLate = family.month > this.#month;
    const countsForCap = item.charge > 0 && !(isLate && this.#forced);
    if (!takesToken && !countsForCap) return family;
    const after: FamilyCounter = {
      tat: takesToken ? takeToken(family.tat, this.#now, this.#interval) : family.tat,
      month: countsForCap && !isLate ? this.#month : family.month,
      units: countsForCap ? this.#unitsOf(family) + item.charge : family.units,
    };
    if (takesToken) this.tookToken = true;
    this.families.set(item.family, after);
    return after;
  }

  #unitsOf(family: FamilyCounter): number {
    return family.month >= this.#month ? family.units : 0;
  }

  #verdict(outcome: Outcome, split: UnitBreakdown, family: FamilyCounter): Verdict {
    const burst: BurstPolicy | null = this.#limits.burst;
    const now = this.#now;
    return {
      outcome,
      split,
      burstLeft: burst === null ? Number.POSITIVE_INFINITY : tokensLeft(family.tat, now, this.#interval, burst.q),
      burstFull: burst === null ? 0 : secondsUntilFull(family.tat, now),
      burstRetry:
        burst === null || outcome !== 'burst' ? 0 : secondsUntilToken(family.tat, now, this.#interval, burst.q),
      used: this.#used,
      spendable: this.#spendable,
    };
  }
}
