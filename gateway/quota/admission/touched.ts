import { dayOf } from '../../values/calendar.ts';
import type { GiveBack, Item, StatusClass, UsageName } from '../contract.ts';
import { calculatorOf } from '../model/usage-names.ts';

/** A client and month whose counters this process changed, and the changed usage rows of one day. */
export interface TouchedMonth {
  readonly client: string;
  readonly month: string;
  readonly names: readonly UsageName[];
}

/** Status classes by calculator, by key. */
type Names = Map<string, Map<string, StatusClass[]>>;

/**
 * The changes of this process since the last checkpoint. Every call reports here, so a known name allocates nothing.
 */
export class Touched {
  /** Names by client, by day. */
  #days = new Map<string, Map<string, Names>>();

  /** An admitted call was counted. */
  call(client: string, at: number, { key, calculator, status, probe }: Item): void {
    if (!probe) this.row(client, dayOf(at), key, calculator, status);
  }

  /** A reservation was returned: its `2xx` was taken back and the final status counted. */
  giveBack({ client, day, key, calculator, status }: GiveBack): void {
    this.row(client, day, key, calculator, 'returned');
    this.row(client, day, key, calculator, status);
  }

  row(client: string, day: string, key: string, calculator: string, status: StatusClass): void {
    const calculators = mapAt(mapAt(mapAt(this.#days, day), client), key);
    const counted = calculatorOf(calculator, status);
    const statuses = calculators.get(counted);
    if (statuses === undefined) calculators.set(counted, [status]);
    else if (!statuses.includes(status)) statuses.push(status);
  }

  /** Hands over the changes and starts anew. There may be many, so each is built when the caller comes to it. */
  take(): Iterable<TouchedMonth> {
    const days = this.#days;
    this.#days = new Map();
    return touchedMonths(days);
  }
}

function* touchedMonths(days: ReadonlyMap<string, ReadonlyMap<string, Names>>): Generator<TouchedMonth> {
  for (const [day, clients] of days) {
    const month = day.slice(0, 7);
    for (const [client, names] of clients) yield { client, month, names: [...namesOf(day, names)] };
  }
}

function* namesOf(day: string, names: Names): Generator<UsageName> {
  for (const [key, calculators] of names) {
    for (const [calculator, statuses] of calculators) {
      for (const status of statuses) yield { day, key, calculator, status };
    }
  }
}

/** Returns the inner map of a key, created if missing. */
function mapAt<K, V>(of: Map<string, Map<K, V>>, key: string): Map<K, V> {
  let map = of.get(key);
  if (map === undefined) {
    map = new Map();
    of.set(key, map);
  }
  return map;
}
