import { dayOf } from '../../values/calendar.ts';
import type { GiveBack, Item, StatusClass, UsageName } from '../contract.ts';
import { usageId } from '../model/state.ts';
import { calculatorOf } from '../model/usage-names.ts';

/** A client and month whose counters this process changed, and the changed usage rows of one day. */
export interface TouchedMonth {
  readonly client: string;
  readonly month: string;
  readonly names: readonly UsageName[];
}

/**
 * The changes of this process since the last checkpoint. Every call reports here, so a known name allocates nothing.
 */
export class Touched {
  /** By day, then by client. */
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
    let clients = this.#days.get(day);
    if (clients === undefined) {
      clients = new Map();
      this.#days.set(day, clients);
    }
    let names = clients.get(client);
    if (names === undefined) {
      names = new Names();
      clients.set(client, names);
    }
    names.add(day, key, calculatorOf(calculator, status), status);
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
    for (const [client, { list }] of clients) yield { client, month, names: list };
  }
}

/** Names up to this number are compared one by one: as fast as an index, and a fraction of its memory. */
const FEW = 16;

const NO_NAMES: UsageName[] = [];

/** Different usage names of one client and day. */
class Names {
  list: UsageName[] = NO_NAMES;
  #ids: Set<string> | null = null;

  add(day: string, key: string, calculator: string, status: StatusClass): void {
    if (this.#has(key, calculator, status)) return;
    const name = { day, key, calculator, status };
    // Most clients have one name a day, and an array that grows by `push` has room for seventeen.
    if (this.list.length === 0) this.list = [name];
    else this.list.push(name);
    if (this.list.length > FEW) this.#ids ??= new Set(this.list.map(idOf));
    this.#ids?.add(usageId(key, calculator, status));
  }

  #has(key: string, calculator: string, status: StatusClass): boolean {
    if (this.#ids !== null) return this.#ids.has(usageId(key, calculator, status));
    for (const name of this.list) {
      if (name.calculator === calculator && name.status === status && name.key === key) return true;
    }
    return false;
  }
}

function idOf({ key, calculator, status }: UsageName): string {
  return usageId(key, calculator, status);
}
