import { dayOf } from '../../values/calendar.ts';
import type { GiveBack, Item, StatusClass, UsageName } from '../contract.ts';
import { isNamed, NamedRows } from '../model/named-rows.ts';
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
  /** By day, then by client. Most clients have one name a day: it stands alone, without a list around it. */
  #days = new Map<string, Map<string, UsageName | NamedRows<UsageName>>>();

  /** An admitted call was counted. */
  call(client: string, at: number, { key, calculator, status, probe }: Item): void {
    if (!probe) this.row(client, dayOf(at), key, calculator, status);
  }

  /** A reservation was returned: its `2xx` was taken back and the final status counted. */
  giveBack({ client, day, key, calculator, status }: GiveBack): void {
    this.row(client, day, key, calculator, 'returned');
    this.row(client, day, key, calculator, status);
  }

  rows(client: string, rows: readonly UsageName[]): void {
    for (const { day, key, calculator, status } of rows) this.row(client, day, key, calculator, status);
  }

  row(client: string, day: string, key: string, calculator: string, status: StatusClass): void {
    let clients = this.#days.get(day);
    if (clients === undefined) {
      clients = new Map();
      this.#days.set(day, clients);
    }
    const counted = calculatorOf(calculator, status);
    const touched = clients.get(client);
    if (touched === undefined) {
      clients.set(client, { day, key, calculator: counted, status });
    } else if (touched instanceof NamedRows) {
      if (!touched.find(day, key, counted, status)) touched.add({ day, key, calculator: counted, status });
    } else if (!isNamed(touched, day, key, counted, status)) {
      clients.set(client, new NamedRows([touched, { day, key, calculator: counted, status }]));
    }
  }

  /** Hands over the changes and starts anew. There may be many, so each is built when the caller comes to it. */
  take(): Iterable<TouchedMonth> {
    const days = this.#days;
    this.#days = new Map();
    return touchedMonths(days);
  }
}

function* touchedMonths(
  days: ReadonlyMap<string, ReadonlyMap<string, UsageName | NamedRows<UsageName>>>,
): Generator<TouchedMonth> {
  for (const [day, clients] of days) {
    const month = day.slice(0, 7);
    for (const [client, touched] of clients) {
      yield { client, month, names: touched instanceof NamedRows ? touched.list() : [touched] };
    }
  }
}
