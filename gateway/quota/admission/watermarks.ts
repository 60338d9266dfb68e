import { BoundedMap } from '../bounded-map.ts';
import type { CreditCounter, MonthCounter, Watermark } from '../contract.ts';
import { units } from '../model/affordability.ts';

/** Most clients whose watermark is kept. A forgotten one costs a load from SQL. */
const CAPACITY = 50_000;

/** What SQL holds after a snapshot was saved: the snapshot's values, or greater ones that were already there. */
export interface CheckpointedCounters {
  readonly client: string;
  readonly month: string;
  readonly counter: Pick<MonthCounter, 'epoch' | 'admitted'>;
  readonly credits: Pick<CreditCounter, 'epoch' | 'taken'>;
}

/** The watermark of each client, for the month it last called in. */
export class Watermarks {
  readonly #watermarks = new BoundedMap<string, { month: string; watermark: Watermark }>(CAPACITY);

  get(client: string, month: string): Watermark | null {
    const known = this.#watermarks.get(client);
    return known?.month === month ? known.watermark : null;
  }

  set(client: string, month: string, watermark: Watermark): void {
    this.#watermarks.set(client, { month, watermark });
  }

  /** Raises the watermark to what SQL holds: counters below it have lost calls. */
  raise({ client, month, counter, credits }: CheckpointedCounters): void {
    const watermark = this.get(client, month);
    if (watermark === null) return;
    if (watermark.epoch !== counter.epoch || watermark.creditsEpoch !== credits.epoch) {
      // The counters were replaced. If the old ones come back, their watermark is too low to detect a loss.
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
