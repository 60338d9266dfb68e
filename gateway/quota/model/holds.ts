import type { Item, Keep, KeyRefusal, MonthCounter, Once, UnitBreakdown } from '../contract.ts';
import { addUnits, units } from './affordability.ts';
import { type Changes, type ClientState, NO_CHANGES } from './state.ts';
import { UsageRows } from './usage-rows.ts';

/** Milliseconds that an idempotency key is remembered. */
export const KEY_MS = 86_400_000;
/** Most new idempotency keys of a client in {@link KEY_MS}. */
export const MOST_KEYS = 10_000;

/** The units of a forwarded call, which return by themselves if its answer stays unknown. */
export interface Hold {
  readonly month: string;
  readonly day: string;
  readonly epoch: string;
  readonly split: UnitBreakdown;
  readonly key: string;
  readonly family: string;
  readonly calculator: string;
  /** When its units return, by the clock of the store. */
  readonly until: number;
  readonly once: Once | null;
  /** True once its units have returned by themselves. Kept, because a late `keep` counts them again. */
  readonly returned: boolean;
}

/**
 * The state of a call of a request: not charged, charged, charged and answered again, or forwarded without an answer.
 */
export type PlaceState = '-' | 'c' | 'a' | 'r';

/** An idempotency key. */
export interface KeyRecord {
  readonly print: string;
  /** When it was first used, by the clock of the store. */
  readonly at: number;
  /** A {@link PlaceState} per place. */
  readonly places: string;
}

/** New keys since an instant. */
export interface KeyWindow {
  readonly since: number;
  readonly count: number;
}

/** What the keys say about an item. */
export interface FoundKey {
  readonly refusal: KeyRefusal | null;
  /** Whether the call is charged already. */
  readonly charged: boolean;
  /** The charged places of its request. */
  readonly places: ReadonlySet<number>;
}

const NO_PLACES: ReadonlySet<number> = new Set();

/** The idempotency keys of a client during one command. The state is only read. */
export class IdempotencyKeys {
  readonly changed = new Map<string, KeyRecord>();
  window: KeyWindow | null = null;
  readonly #state: ClientState;
  readonly #now: number;

  constructor(state: ClientState, now: number) {
    this.#state = state;
    this.#now = now;
  }

  /** Looks up the call of an item. A probe without a cost asks about its whole request. */
  look(item: Item, { key, print, place }: Once): FoundKey {
    const record = this.#record(key);
    if (record === undefined) {
      const full = this.#window().count >= MOST_KEYS;
      return { refusal: full ? 'keys' : null, charged: false, places: NO_PLACES };
    }
    const places = chargedPlaces(record);
    const found = { charged: false, places };
    if (record.print !== print) return { ...found, refusal: 'reused' };
    if (item.probe) return { ...found, refusal: record.places.includes('r') ? 'running' : null };
    const state = stateAt(record, place);
    if (state === 'r') return { ...found, refusal: 'running' };
    if (state === '-') return { ...found, refusal: null };
    return item.hold === undefined ? { ...found, refusal: null, charged: true } : { ...found, refusal: 'answered' };
  }

  /** An item was admitted: its place is charged, or was answered again. */
  take(item: Item, { key, print, place }: Once): void {
    const record = this.#record(key);
    if (record === undefined && item.charge === 0) return;
    if (record === undefined) {
      const { since, count } = this.#window();
      this.window = { since, count: count + 1 };
    }
    const before = record ?? { print, at: this.#now, places: '' };
    const charged = stateAt(before, place) !== '-';
    if (!charged && item.charge === 0) return;
    const state = item.hold !== undefined ? 'r' : charged ? 'a' : 'c';
    this.changed.set(key, withPlace(before, place, state));
  }

  #record(key: string): KeyRecord | undefined {
    const record = this.changed.get(key) ?? this.#state.keys.get(key);
    return record !== undefined && this.#now < record.at + KEY_MS ? record : undefined;
  }

  #window(): KeyWindow {
    const window = this.window ?? this.#state.keyWindow;
    return this.#now < window.since + KEY_MS ? window : { since: this.#now, count: 0 };
  }
}

function stateAt({ places }: KeyRecord, place: number): PlaceState {
  return (places[place] ?? '-') as PlaceState;
}

function withPlace(record: KeyRecord, place: number, state: PlaceState): KeyRecord {
  const padded = record.places.padEnd(place, '-');
  return { ...record, places: padded.slice(0, place) + state + padded.slice(place + 1) };
}

function chargedPlaces({ places }: KeyRecord): ReadonlySet<number> {
  const charged = new Set<number>();
  for (let place = 0; place < places.length; place += 1) if (places[place] !== '-') charged.add(place);
  return charged;
}

/**
 * The change to the key of a call that is not charged after all: its place becomes free. `null` if the call was repeated
 * and answered, so that it stays charged.
 */
export function freedPlace(state: ClientState, once: Once | undefined): ReadonlyMap<string, KeyRecord | null> | null {
  const record = once === undefined ? undefined : state.keys.get(once.key);
  if (once === undefined || record === undefined || record.print !== once.print) return NO_CHANGES.keys;
  if (stateAt(record, once.place) === 'a') return null;
  const freed = withPlace(record, once.place, '-');
  return new Map([[once.key, /^-*$/.test(freed.places) ? null : freed]]);
}

/** Ends a hold whose call is charged. Without a hold the call was kept before. */
export function keep(state: ClientState, command: Keep): { answer: 'kept' | 'counted' | 'gone'; changes: Changes } {
  const counter = state.months.get(command.month);
  if (counter === undefined || counter.epoch !== command.epoch) return { answer: 'gone', changes: NO_CHANGES };
  const hold = state.holds.get(command.hold);
  const ended = { ...NO_CHANGES, holds: new Map([[command.hold, null]]), keys: keptPlace(state, command.once) };
  if (hold === undefined) return { answer: 'kept', changes: NO_CHANGES };
  if (!hold.returned) return { answer: 'kept', changes: ended };
  return { answer: 'counted', changes: { ...ended, ...countedAgain(state, counter, hold) } };
}

/** The units of a hold that returned by itself are taken again, as they were paid before. */
function countedAgain(state: ClientState, counter: MonthCounter, hold: Hold): Partial<Changes> {
  const { month, day, key, calculator, split } = hold;
  const usage = new UsageRows(state);
  usage.count(day, key, calculator, '2xx', 1, units(split));
  const { credits } = state;
  const family = state.families.get(hold.family);
  return {
    month,
    counter: { ...counter, admitted: addUnits(counter.admitted, split) },
    credits: credits === null || split.credits === 0 ? null : { ...credits, taken: credits.taken + split.credits },
    families:
      family?.month === month
        ? new Map([[hold.family, { ...family, units: family.units + units(split) }]])
        : NO_CHANGES.families,
    usage: usage.rows(),
  };
}

function keptPlace(state: ClientState, once: Once | undefined): Changes['keys'] {
  const record = once === undefined ? undefined : state.keys.get(once.key);
  if (once === undefined || record === undefined || record.print !== once.print) return NO_CHANGES.keys;
  return stateAt(record, once.place) === 'r'
    ? new Map([[once.key, withPlace(record, once.place, 'c')]])
    : NO_CHANGES.keys;
}
