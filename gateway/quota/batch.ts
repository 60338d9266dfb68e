import { NO_UNITS, payment, unaffordable } from './affordability.ts';
import { dayOf } from './calendar.ts';
import type { Admit, BurstPolicy, Item, KeyCounter, Limits, Outcome, Split, Verdict } from './contract.ts';
import { hasToken, secondsUntilFull, secondsUntilToken, takeToken, tokenInterval, tokensLeft } from './gcra.ts';
import type { ClientState } from './state.ts';
import { UsageRows } from './usage-rows.ts';

const NEW_KEY: KeyCounter = { tat: 0, month: '', units: 0 };

/** The items of one command, answered one after the other at one instant; the client's state is only read. */
export class Batch {
  /** The instant of the command, or the latest at which a token was taken if the asking clock is behind it. */
  readonly time: number;
  tookToken = false;
  readonly taken = { included: 0, overage: 0, credits: 0 };
  readonly keys = new Map<string, KeyCounter>();
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

  /** Everything is checked before anything is taken: a refused item leaves no trace, in the burst neither. */
  answer(item: Item): Verdict {
    const key = this.keys.get(item.key) ?? this.#state.keys.get(item.key) ?? NEW_KEY;
    if (item.probe) return this.#verdict('admitted', NO_UNITS, key);
    const outcome = this.#forced ? 'admitted' : this.#outcome(item, key);
    if (outcome !== 'admitted') return this.#verdict(outcome, NO_UNITS, key);
    const split = item.charge === 0 ? NO_UNITS : payment(this.#limits, this.#used, this.#spendable, item.charge);
    return this.#verdict(outcome, split, this.#take(item, key, split));
  }

  #outcome(item: Item, key: KeyCounter): Outcome {
    const { burst } = this.#limits;
    if (burst !== null && !hasToken(key.tat, this.#now, this.#interval, burst.q)) return 'burst';
    if (item.cap !== null && this.#unitsOf(key) + item.check > item.cap) return 'cap';
    return unaffordable(this.#limits, this.#used, this.#spendable, item.check) ?? 'admitted';
  }

  #take(item: Item, key: KeyCounter, split: Split): KeyCounter {
    this.#used += item.charge;
    this.#spendable -= split.credits;
    this.taken.included += split.included;
    this.taken.overage += split.overage;
    this.taken.credits += split.credits;
    this.usage.count(this.#day, item.key, item.calculator, item.status, 1, item.charge);

    const takesToken = this.#limits.burst !== null && !this.#forced;
    // A call of a month that the key has already left (a clock behind at the turn of the month, the journal) is not
    // counted for the cap: the units of the new month must not be lost for it.
    const countsForCap = item.charge > 0 && key.month <= this.#month;
    if (!takesToken && !countsForCap) return key;
    const after: KeyCounter = {
      tat: takesToken ? takeToken(key.tat, this.#now, this.#interval) : key.tat,
      month: countsForCap ? this.#month : key.month,
      units: countsForCap ? this.#unitsOf(key) + item.charge : key.units,
    };
    if (takesToken) this.tookToken = true;
    this.keys.set(item.key, after);
    return after;
  }

  #unitsOf(key: KeyCounter): number {
    return key.month === this.#month ? key.units : 0;
  }

  #verdict(outcome: Outcome, split: Split, key: KeyCounter): Verdict {
    const burst: BurstPolicy | null = this.#limits.burst;
    const now = this.#now;
    return {
      outcome,
      split,
      burstLeft: burst === null ? Number.POSITIVE_INFINITY : tokensLeft(key.tat, now, this.#interval, burst.q),
      burstFull: burst === null ? 0 : secondsUntilFull(key.tat, now),
      burstRetry: burst === null || outcome !== 'burst' ? 0 : secondsUntilToken(key.tat, now, this.#interval, burst.q),
      used: this.#used,
      spendable: this.#spendable,
    };
  }
}
