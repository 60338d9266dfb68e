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
  watermark: Watermark;
}

interface ClientWatermarks extends MonthWatermark {
  other: MonthWatermark | null;
}

/** The watermark of each client, for the last two months it called in: calls of both meet at the end of a month. */
export class Watermarks {
  readonly #clients = new BoundedMap<string, ClientWatermarks>(CAPACITY);

  get(client: string, month: string): Watermark | null {
    return this.#of(client, month)?.watermark ?? null;
  }

  /**
   * A load has returned this watermark. It never lowers the one of the same counters: a checkpoint that was saved while
   * the load read an older one may have raised it.
   */
  set(client: string, month: string, watermark: Watermark): Watermark {
    const held = this.#of(client, month);
    if (held !== null) held.watermark = higher(held.watermark, watermark);
    else this.#add(client, month, watermark);
    return held?.watermark ?? watermark;
  }

  /** Raises the watermark to what SQL holds: counters below it have lost calls. */
  raise({ client, month, counter, credits }: CheckpointedCounters): void {
    const held = this.#of(client, month);
    if (held === null) return;
    const { watermark } = held;
    if (watermark.epoch !== counter.epoch || watermark.creditsEpoch !== credits.epoch) {
      // The counters were replaced. If the old ones come back, their watermark is too low to detect a loss.
      this.forget(client, month);
      return;
    }
    held.watermark = {
      ...watermark,
      admitted: Math.max(watermark.admitted, units(counter.admitted)),
      creditsTaken: Math.max(watermark.creditsTaken, credits.taken),
    };
  }

  /** The next command of this client and month loads the counters first. */
  forget(client: string, month: string): void {
    const known = this.#clients.get(client);
    if (known === undefined) return;
    if (known.other?.month === month) known.other = null;
    else if (known.month === month) {
      if (known.other === null) this.#clients.delete(client);
      else this.#clients.set(client, { ...known.other, other: null });
    }
  }

  #of(client: string, month: string): MonthWatermark | null {
    const known = this.#clients.get(client);
    if (known === undefined) return null;
    if (known.month === month) return known;
    return known.other?.month === month ? known.other : null;
  }

  #add(client: string, month: string, watermark: Watermark): void {
    const known = this.#clients.get(client);
    const other = known?.other && known.other.month > known.month ? known.other : (known ?? null);
    this.#clients.set(client, { month, watermark, other: other && { month: other.month, watermark: other.watermark } });
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
