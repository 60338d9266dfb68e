import { dayOf } from '../../values/calendar.ts';
import {
  type Admit,
  type BurstPolicy,
  type FamilyCounter,
  holdName,
  type Item,
  type Limits,
  type Once,
  type Outcome,
  type TokenHold,
  type UnitBreakdown,
  type Verdict,
} from '../contract.ts';
import { affordableUnits, creditsOf, NO_UNITS, payment, unaffordable } from './affordability.ts';
import {
  boundedTat,
  hasToken,
  secondsUntilFull,
  secondsUntilToken,
  takeToken,
  tokenInterval,
  tokensLeft,
} from './gcra.ts';
import { type Hold, IdempotencyKeys } from './holds.ts';
import { LAPSE_MS, LEASE_MS, type LeaseBook, type LeaseName } from './leases.ts';
import { SmallMap } from './small-map.ts';
import type { ClientState } from './state.ts';
import { UsageRows } from './usage-rows.ts';

const NEW_FAMILY: FamilyCounter = { tat: 0, month: '', units: 0 };

export interface BatchContext {
  readonly limits: Limits;
  readonly month: string;
  readonly epoch: string;
  readonly used: number;
  readonly spendable: number;
  /** The clock of the store, in milliseconds. */
  readonly storeTime: number;
}

/** Decides the items of one command, in order, at one instant of the store. Only reads the client's state. */
export class Batch {
  readonly taken = { included: 0, overage: 0, credits: 0 };
  readonly families = new SmallMap<FamilyCounter>();
  readonly usage: UsageRows;
  readonly limits: Limits;
  /** `null` if the command makes none. */
  holds: Map<string, Hold> | null = null;
  /** `null` if no call of the command has an idempotency key. */
  keys: IdempotencyKeys | null = null;
  /** `null` if the client has no leases and the command none. */
  leases: LeaseBook | null = null;

  readonly #state: ClientState;
  readonly #command: Admit;
  readonly #month: string;
  readonly #day: string;
  readonly #epoch: string;
  /** The clock of the store, in microseconds. */
  readonly #now: number;
  readonly #interval: number;
  /** The clock of the store, in milliseconds. */
  readonly #storeTime: number;
  #used: number;
  #spendable: number;

  constructor(state: ClientState, command: Admit, { limits, month, epoch, used, spendable, storeTime }: BatchContext) {
    this.usage = new UsageRows(state);
    this.#state = state;
    this.limits = limits;
    this.#command = command;
    this.#month = month;
    this.#epoch = epoch;
    this.#day = dayOf(command.at);
    this.#now = storeTime * 1000;
    this.#interval = limits.burst === null ? 0 : tokenInterval(limits.burst);
    this.#storeTime = storeTime;
    this.#used = used;
    this.#spendable = spendable;
  }

  /**
   * Checks everything before it takes anything: a refused item takes nothing, not even a burst token (README.md,
   * invariant 2).
   *
   * @param index the place of the item in the command
   */
  answer(asked: Item, index: number): Verdict {
    return asked.once === undefined ? this.#decide(asked, index) : this.#answerOnce(asked, asked.once, index);
  }

  /** Answers a call with an idempotency key. */
  #answerOnce(asked: Item, once: Once, index: number): Verdict {
    this.keys ??= new IdempotencyKeys(this.#state, this.#storeTime);
    const { refusal, charged, places } = this.keys.look(asked, once);
    if (refusal !== null) {
      return { ...this.#verdict(refusal, NO_UNITS, this.#tatOf(this.#family(asked.family))), places };
    }
    // A call that is charged already is answered again, for a token and no unit.
    const verdict = this.#decide(charged ? { ...asked, charge: 0, cost: 0 } : asked, index);
    if (verdict.outcome === 'admitted' && !asked.probe) this.keys.take(asked, once);
    return { ...verdict, places };
  }

  #decide(item: Item, index: number): Verdict {
    const family = this.#family(item.family);
    const tat = this.#tatOf(family);
    const unchecked = this.#command.forced || (item.probe && item.cost === 0);
    const outcome = unchecked ? 'admitted' : this.#outcome(item, family, tat, this.leases?.units ?? 0);
    if (outcome !== 'admitted') return this.#refusal(outcome, item, family, tat);
    if (item.probe) return this.#verdict(outcome, NO_UNITS, tat);
    const split = item.charge === 0 ? NO_UNITS : payment(this.limits, this.#used, this.#spendable, item.charge);
    if (item.hold !== undefined) this.#hold(item, item.hold, split, index);
    return this.#verdict(outcome, split, this.#take(item, family, tat, split));
  }

  #hold({ key, family, calculator, once }: Item, ms: number, split: UnitBreakdown, index: number): void {
    const place = { month: this.#month, day: this.#day, epoch: this.#epoch, split, key, family, calculator };
    const { process, sequence } = this.#command;
    this.holds ??= new Map();
    this.holds.set(holdName(process, sequence, index), {
      ...place,
      until: this.#storeTime + ms,
      once: once ?? null,
      returned: false,
    });
  }

  /** Counts units of leases, paid by the limits of the lease. */
  pay(limits: Limits, units: number): void {
    if (units > 0) this.#count(units, payment(limits, this.#used, this.#spendable, units));
  }

  /** Counts units of leases for the cap of a family. Like calls from a journal, late ones count for no later month. */
  countForCap(name: string, units: number): void {
    const family = this.#family(name);
    if (units === 0 || family.month > this.#month) return;
    this.families.set(name, { ...family, month: this.#month, units: this.#unitsOf(family) + units });
  }

  /** Tokens of a family that were held for too long count as used. */
  lapse(name: string): void {
    this.#family(name);
  }

  /** Units that are affordable while leases hold `held`; `Infinity` without a limit. */
  affordable(held: number): number {
    return affordableUnits(this.limits, this.#used + held, this.#spendableBeside(held));
  }

  /** Units used, and credits spendable, while leases hold `held`. */
  shown(held: number): Pick<Verdict, 'used' | 'spendable'> {
    return { used: this.#used + held, spendable: this.#spendableBeside(held) };
  }

  /** The free tokens of a family. */
  freeTokens(name: string, { q }: BurstPolicy): number {
    return tokensLeft(this.#tatOf(this.#family(name)), this.#now, this.#interval, q);
  }

  /** Tokens of a family that a lease holds. */
  heldTokens(name: string, lease: LeaseName): number {
    return this.#family(name).holds?.find((hold) => isOf(hold, lease))?.tokens ?? 0;
  }

  /** Takes tokens up to `tokens` for a lease, until `until`. */
  holdTokens(name: string, lease: LeaseName, tokens: number, until: number): void {
    const more = Math.max(0, tokens - this.heldTokens(name, lease));
    this.#setHold(name, lease, { ...lease, tokens, until, interval: this.#interval }, more * this.#interval);
  }

  /** Calls of a lease have used tokens it holds. */
  useTokens(name: string, lease: LeaseName, calls: number): void {
    const hold = this.#family(name).holds?.find((one) => isOf(one, lease));
    if (hold !== undefined) this.#setHold(name, lease, { ...hold, tokens: hold.tokens - calls }, 0);
  }

  /** Returns the tokens that a lease holds. */
  returnTokens(name: string, lease: LeaseName): void {
    const hold = this.#family(name).holds?.find((one) => isOf(one, lease));
    if (hold !== undefined) this.#setHold(name, lease, null, -hold.tokens * hold.interval);
  }

  /** Replaces a hold. The bucket was bounded by the held tokens until now, and its TAT moves by `by`. */
  #setHold(name: string, lease: LeaseName, hold: TokenHold | null, by: number): void {
    const family = this.#family(name);
    const others = (family.holds ?? []).filter(({ holder }) => holder !== lease.holder);
    const holds = hold === null || hold.tokens <= 0 ? others : [...others, hold];
    this.#setFamily(name, { ...family, tat: this.#tatOf(family) + by, holds });
  }

  #setFamily(name: string, family: FamilyCounter): void {
    if (family.holds?.length === 0) this.families.set(name, this.#bounded({ ...family, holds: undefined }));
    else this.families.set(name, family);
  }

  /**
   * The counter of a family. Tokens that were held for too long count as used, and a bucket that is emptier than empty is
   * empty: its burst blocks for one window at most (README.md, invariant 11).
   */
  #family(name: string): FamilyCounter {
    const family = this.families.get(name) ?? this.#state.families.get(name) ?? NEW_FAMILY;
    if (family.holds !== undefined) {
      const holds = family.holds.filter((hold) => this.#isHeld(hold));
      if (holds.length === family.holds.length) return family;
      this.#setFamily(name, { ...family, tat: this.#tatOf(family), holds });
      return this.#family(name);
    }
    const bounded = this.#bounded(family);
    if (bounded !== family) this.families.set(name, bounded);
    return bounded;
  }

  #bounded(family: FamilyCounter): FamilyCounter {
    const { burst } = this.limits;
    const tat = burst === null ? family.tat : boundedTat(family.tat, this.#now, this.#interval, burst.q);
    return tat === family.tat ? family : { ...family, tat };
  }

  /** Whether tokens are held now. A hold from the future was granted before the clock of the store was set back. */
  #isHeld({ until }: TokenHold): boolean {
    return until - LEASE_MS <= this.#storeTime && this.#storeTime <= until + LAPSE_MS;
  }

  /** A bucket holds at most its size less the held tokens, so it is never full before that many intervals from now. */
  #tatOf({ tat, holds }: FamilyCounter): number {
    if (holds === undefined) return tat;
    let held = 0;
    for (const { tokens } of holds) held += tokens;
    return Math.max(tat, this.#now + held * this.#interval);
  }

  #spendableBeside(held: number): number {
    return held === 0 ? this.#spendable : this.#spendable - creditsOf(this.limits, this.#used, held);
  }

  #outcome(item: Item, family: FamilyCounter, tat: number, held: number): Outcome {
    const { burst } = this.limits;
    if (burst !== null && !hasToken(tat, this.#now, this.#interval, burst.q)) return 'burst';
    if (item.cap !== null && this.#unitsOf(family) + item.cost > item.cap) return 'cap';
    return unaffordable(this.limits, this.#used + held, this.#spendableBeside(held), item.cost) ?? 'admitted';
  }

  /** A refusal says whether the call would be admitted if other processes closed their leases. */
  #refusal(outcome: Outcome, item: Item, family: FamilyCounter, tat: number): Verdict {
    const verdict = this.#verdict(outcome, NO_UNITS, tat);
    const { leases } = this;
    if (leases === null) return verdict;
    const without = (closes: (holder: string) => boolean, units: number) => {
      let returned = 0;
      for (const { holder, tokens, interval } of family.holds ?? []) if (closes(holder)) returned += tokens * interval;
      return this.#outcome(item, family, tat - returned, units) === 'admitted';
    };
    if (without((holder) => leases.responsive(holder), leases.silentUnits)) {
      leases.wantsRecall = true;
      return { ...verdict, held: 'recalled' };
    }
    return without((holder) => leases.open(holder), 0) ? { ...verdict, held: 'silent' } : verdict;
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

    const takesToken = this.limits.burst !== null && !this.#command.forced;
    // A family never returns to an earlier month. A call from a gateway whose clock is behind at the turn of the month
    // counts for the cap of the later month; otherwise two gateways would let a caller pass without a cap. A call from
    // a journal does not count for it.
    const isLate = family.month > this.#month;
    const countsForCap = item.charge > 0 && !(isLate && this.#command.forced);
    if (!takesToken && !countsForCap) return tat;
    const after: FamilyCounter = {
      tat: takesToken ? takeToken(tat, this.#now, this.#interval) : family.tat,
      month: countsForCap && !isLate ? this.#month : family.month,
      units: countsForCap ? this.#unitsOf(family) + item.charge : family.units,
      holds: family.holds,
    };
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

function isOf(hold: TokenHold, { holder, number }: LeaseName): boolean {
  return hold.holder === holder && hold.number === number;
}
