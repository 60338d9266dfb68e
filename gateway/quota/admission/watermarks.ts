import { BoundedMap } from '../bounded-map.ts';
import type { CreditCounter, MonthCounter, Watermark } from '../contract.ts';
import { units } from '../model/affordability.ts';

/** Most clients whose watermark is kept. A forgotten one costs a load from SQL. */
const CAPACITY = 100_000;

/** What SQL holds after a snapshot was saved: the snapshot's values, or greater ones that were already there. */
export interface CheckpointedCounters {
  readonly client: string;
  readonly month: string;
  readonly counter: Pick<MonthCounter, 'epoch' | 'admitted'>;
  readonly credits: Pick<CreditCounter, 'epoch' | 'taken'>;
}

interface MonthWatermark {
  readonly month: string;
  readonly watermark: Watermark;
}

/** The watermark of each client, for the two months it last called in: calls of both meet at the end of a month. */
export class Watermarks {
  readonly #watermarks = new BoundedMap<string, MonthWatermark & { readonly other: MonthWatermark | null }>(CAPACITY);

  get(client: string, month: string): Watermark | null {
    const known = this.#watermarks.get(client);
    if (known === undefined) return null;
    if (known.month === month) return known.watermark;
    return known.other?.month === month ? known.other.watermark : null;
  }

  /**
   * A load has returned this watermark. It never lowers the one of the same counters: a checkpoint that was saved while
   * the load read an older one may have raised it.
   */
  set(client: string, month: string, watermark: Watermark): Watermark {
    const before = this.get(client, month);
    const held = before === null ? watermark : higher(before, watermark);
    this.#put(client, month, held);
    return held;
  }

  /** Raises the watermark to what SQL holds: counters below it have lost calls. */
  raise({ client, month, counter, credits }: CheckpointedCounters): void {
    const watermark = this.get(client, month);
    if (watermark === null) return;
    if (watermark.epoch !== counter.epoch || watermark.creditsEpoch !== credits.epoch) {
      // The counters were replaced. If the old ones come back, their watermark is too low to detect a loss.
      this.forget(client, month);
      return;
    }
    const { epoch, creditsEpoch } = watermark;
    const saved = { epoch, creditsEpoch, admitted: units(counter.admitted), creditsTaken: credits.taken };
    this.#put(client, month, higher({ ...watermark, ...saved }, watermark));
  }

  /** The next command of this client and month loads the counters first. */
  forget(client: string, month: string): void {
    const known = this.#watermarks.get(client);
    const left = known?.month === month ? known.other : known;
    if (left === undefined || left === null) this.#watermarks.delete(client);
    else this.#watermarks.set(client, { month: left.month, watermark: left.watermark, other: null });
  }

  #put(client: string, month: string, watermark: Watermark): void {
    const known = this.#watermarks.get(client);
    const other = known === undefined ? null : known.month === month ? known.other : known;
    this.#watermarks.set(client, {
      month,
      watermark,
      other: other === null ? null : { month: other.month, watermark: other.watermark },
    });
  }
}

/** The second watermark, with the greater values of both where they are of the same counters. */
function higher(before: Watermark, watermark: Watermark): Watermark {
  const { epoch, creditsEpoch, admitted, creditsTaken } = watermark;
  return {
    ...watermark,
    admitted: before.epoch === epoch ? Math.max(before.admitted, admitted) : admitted,
    creditsTaken: before.creditsEpoch === creditsEpoch ? Math.max(before.creditsTaken, creditsTaken) : creditsTaken,
  };
}
