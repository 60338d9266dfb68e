import { BoundedMap } from '../bounded-map.ts';
import type { CreditCounter, Floor, MonthCounter } from '../contract.ts';
import { units } from '../model/affordability.ts';

/** Clients whose floor is kept; one that was forgotten costs a load from SQL. */
const CAPACITY = 50_000;

/** What SQL holds of counters after their snapshot was saved: those of the snapshot, or what was there if greater. */
export interface Folded {
  readonly client: string;
  readonly month: string;
  readonly counter: Pick<MonthCounter, 'epoch' | 'admitted'>;
  readonly credits: Pick<CreditCounter, 'epoch' | 'taken'>;
}

/** What this process knows of the counters of each client, in the month that it last asked for. */
export class Floors {
  readonly #floors = new BoundedMap<string, { month: string; floor: Floor }>(CAPACITY);

  get(client: string, month: string): Floor | null {
    const known = this.#floors.get(client);
    return known?.month === month ? known.floor : null;
  }

  set(client: string, month: string, floor: Floor): void {
    this.#floors.set(client, { month, floor });
  }

  /** Counters that show less than SQL holds have lost calls. */
  raise({ client, month, counter, credits }: Folded): void {
    const floor = this.get(client, month);
    if (floor === null) return;
    if (floor.epoch !== counter.epoch || floor.creditsEpoch !== credits.epoch) {
      // The counters were made anew. Should the old ones come back, what is known of them is too little.
      this.#floors.delete(client);
      return;
    }
    this.set(client, month, {
      ...floor,
      admitted: Math.max(floor.admitted, units(counter.admitted)),
      creditsTaken: Math.max(floor.creditsTaken, credits.taken),
    });
  }
}
