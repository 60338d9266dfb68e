import { dayOf } from '../../values/calendar.ts';
import type { Admit, BurstPolicy, FamilyCounter, Item, Limits, Outcome, UnitBreakdown, Verdict } from '../contract.ts';
import { affordableUnits, creditsOf, NO_UNITS, payment, unaffordable } from './affordability.ts';
import { hasToken, secondsUntilFull, secondsUntilToken, takeToken, tokenInterval, tokensLeft } from './gcra.ts';
import type { LeaseBook } from './leases.ts';
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
  readonly limits: Limits;
  /** `null` if the client has no leases and the command none. */
  leases: LeaseBook | null = null;

  readonly #state: ClientState;
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
    this.limits = limits;
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
    const family = this.#family(item.family);
    const { leases } = this;
    const tat = leases === null ? family.tat : this.#boundedTat(family.tat, leases.tokens(item.family));
    const unchecked = this.#forced || (item.probe && item.cost === 0);
    const outcome = unchecked ? 'admitted' : this.#outcome(item, family, tat, leases?.units ?? 0);
    if (outcome !== 'admitted') return this.#refusal(outcome, item, family, tat);
    if (item.probe) return this.#verdict(outcome, NO_UNITS, tat);
    const split = item.charge === 0 ? NO_UNITS : payment(this.limits, this.#used, this.#spendable, item.charge);
    return this.#verdict(outcome, split, this.#take(item, family, tat, split));
  }

  /** Units of leases, paid by the limits of the lease. */
  pay(limits: Limits, units: number): void {
    if (units > 0) this.#count(units, payment(limits, this.#used, this.#spendable, units));
  }

  /** Counts units of leases for the cap of a family. Like calls from a journal, late ones count for no later month. */
  countForCap(name: string, units: number): void {
    const family = this.#family(name);
    if (units === 0 || family.month > this.#month) return;
    this.families.set(name, { ...family, month: this.#month, units: this.#unitsOf(family) + units });
  }

  /** Moves the TAT of a family whose bucket is bounded by held tokens, before their number changes. */
  moveTat(name: string, held: number, by: number): void {
    const family = this.#family(name);
    this.families.set(name, { ...family, tat: this.#boundedTat(family.tat, held) + by });
    this.tookToken = true;
  }

  /** Free tokens of a family. */
  tokensLeft(name: string, held: number): number {
    const { burst } = this.limits;
    if (burst === null) return Number.POSITIVE_INFINITY;
    return tokensLeft(this.#boundedTat(this.#family(name).tat, held), this.#now, this.#interval, burst.q);
  }

  /** Units that are affordable while leases hold `held`; `Infinity` without a limit. */
  affordable(held: number): number {
    return affordableUnits(this.limits, this.#used + held, this.#spendableBeside(held));
  }

  /** A bucket holds at most its size less the held tokens, so it is never full before `held` intervals from now. */
  #boundedTat(tat: number, held: number): number {
    return held === 0 ? tat : Math.max(tat, this.#now + held * this.#interval);
  }

  #spendableBeside(held: number): number {
    return held === 0 ? this.#spendable : this.#spendable - creditsOf(this.limits, this.#used, held);
  }

  #family(name: string): FamilyCounter {
    return this.families.get(name) ?? this.#state.families.get(name) ?? NEW_FAMILY;
  }

  #outcome(item: Item, family: FamilyCounter, tat: number, held: number): Outcome {
    const { burst } = this.limits;
    if (burst !== null && !hasToken(tat, this.#now, this.#interval, burst.q)) return 'burst';
    if (item.cap !== null && this.#unitsOf(family) + item.cost > item.cap) return 'cap';
    return unaffordable(this.limits, this.#used + held, this.#spendableBeside(held), item.cost) ?? 'admitted';
  }

  #refusal(outcome: Outcome, item: Item, family: FamilyCounter, tat: number): Verdict {
    const verdict = this.#verdict(outcome, NO_UNITS, tat);
    const { leases } = this;
    if (leases === null) return verdict;
    const without = (silentToo: boolean) =>
      this.#outcome(
        item,
        family,
        tat - leases.returnable(item.family, silentToo),
        silentToo ? 0 : leases.silentUnits,
      ) === 'admitted';
    if (without(false)) {
      leases.wantsRecall = true;
      return { ...verdict, held: 'recalled' };
    }
    return without(true) ? { ...verdict, held: 'silent' } : verdict;
  }

  #count(units: number, split: UnitBreakdown): void {
    this.#used += units;
    this.#spendable -= split.credits;
    this.taken.included += split.included;
    this.taken.overage += split.overage;
    this.taken.credits += split.credits;
  }

  /** Returns the TAT after the call. */
  #take(item: Item, family: FamilyCounter, tat: number, split: UnitBreakdown): number {
    this.#count(item.charge, split);
    this.usage.count(this.#day, item.key, item.calculator, item.status, 1, item.charge);

    const takesToken = this.limits.burst !== null && !this.#forced;
    // A family never returns to an earlier month. A call from a gateway whose clock is behind at the turn of the month
    // counts for the cap of the later month; otherwise two gateways would let a caller pass without a cap. A call from
    // a journal does not count for it.
    const isLate = family.month > this.#month;
    const countsForCap = item.charge > 0 && !(isLate && this.#forced);
    if (!takesToken && !countsForCap) return tat;
    const after: FamilyCounter = {
      tat: takesToken ? takeToken(tat, this.#now, this.#interval) : family.tat,
      month: countsForCap && !isLate ? this.#month : family.month,
      units: countsForCap ? this.#unitsOf(family) + item.charge : family.units,
    };
    if (takesToken) this.tookToken = true;
    this.families.set(item.family, after);
    return takesToken ? after.tat : tat;
  }

  #unitsOf(family: FamilyCounter): number {
    return family.month >= this.#month ? family.units : 0;
  }

  #verdict(outcome: Outcome, split: UnitBreakdown, tat: number): Verdict {
    const burst: BurstPolicy | null = this.limits.burst;
    const now = this.#now;
    const held = this.leases?.units ?? 0;
    return {
      outcome,
      split,
      burstLeft: burst === null ? Number.POSITIVE_INFINITY : tokensLeft(tat, now, this.#interval, burst.q),
      burstFull: burst === null ? 0 : secondsUntilFull(tat, now),
      burstRetry: burst === null || outcome !== 'burst' ? 0 : secondsUntilToken(tat, now, this.#interval, burst.q),
      used: this.#used + held,
      spendable: this.#spendableBeside(held),
    };
  }
}
