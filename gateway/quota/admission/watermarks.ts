import { BoundedMap } from '../bounded-map.ts';
import type { CreditCounter, MonthCounter, Watermark } from '../contract.ts';
import { units } from '../model/affordability.ts';

/** Clients whose watermark is kept; one that was forgotten costs a load from SQL. */
const CAPACITY = 50_000;

/** What SQL holds of counters after their snapshot was saved: those of the snapshot, or what was there if greater. */
export interface CheckpointedCounters {
  readonly client: string;
  readonly month: string;
  readonly counter: Pick<MonthCounter, 'epoch' | 'admitted'>;
  readonly credits: Pick<CreditCounter, 'epoch' | 'taken'>;
}

/** What this process knows of the counters of each client, in the month that it last asked for. */
export class Watermarks {
  readonly #watermarks = new BoundedMap<string, { month: string; watermark: Watermark }>(CAPACITY);

  get(client: string, month: string): Watermark | null {
    const known = this.#watermarks.get(client);
    return known?.month === month ? known.watermark : null;
  }

  set(client: string, month: string, watermark: Watermark): void {
    this.#watermarks.set(client, { month, watermark });
  }

  /** Counters that show less than SQL holds have lost calls. */
  raise({ client, month, counter, credits }: CheckpointedCounters): void {
    const watermark = this.get(client, month);
    if (watermark === null) return;
    if (watermark.epoch !== counter.epoch || watermark.creditsEpoch !== credits.epoch) {
      // The counters were made anew. Should the old ones come back, what is known of them is too little.
      this.#watermarks.delete(client);
      return;
    }
    this.set(client, month, {
      ...watermark,
      admitted: Math.max(watermark.admitted, units(counter.admitted)),
      creditsTaken: Math.max(watermark.creditsTaken, credits.taken),
    });
  }
}
