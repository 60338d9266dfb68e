import type { CounterStore, Watermark } from '../contract.ts';
import type { AdmissionOptions } from './admission-options.ts';
import { ConfirmedUnits } from './confirmed-units.ts';
import type { Decided } from './dispatcher.ts';
import { type CheckpointedCounters, Watermarks } from './watermarks.ts';

/** What a process knows about the counters of its store, by which it notices that the store has lost data. */
export class KnownCounters {
  readonly #options: Pick<AdmissionOptions, 'store' | 'loadCheckpoint' | 'lost'>;
  readonly watermarks = new Watermarks();
  /** `null` for a store in this process: what it has confirmed, it cannot lose. */
  readonly #confirmed: ConfirmedUnits | null;

  constructor(options: Pick<AdmissionOptions, 'store' | 'loadCheckpoint' | 'lost' | 'leases'>) {
    this.#options = options;
    this.#confirmed = options.leases === undefined ? null : new ConfirmedUnits();
  }

  /** The store has decided a command. */
  heard(client: string, answer: Decided): void {
    const lost = this.#confirmed?.heard(client, answer) ?? null;
    if (lost !== null) this.#options.lost?.({ client, month: answer.month, restored: null, lost });
  }

  /** SQL holds these counters after a snapshot was saved. */
  checkpointed(held: CheckpointedCounters): void {
    this.watermarks.raise(held);
  }

  /**
   * Loads a checkpoint into the store and reports what the store had lost. The next commands carry the watermark.
   *
   * @param store another way to the same store, if the process does not use it for calls yet
   */
  async load(
    client: string,
    month: string,
    store: Pick<CounterStore, 'load'> = this.#options.store,
  ): Promise<Watermark> {
    const { loadCheckpoint } = this.#options;
    const before = this.watermarks.get(client, month);
    let checkpoint = await loadCheckpoint(client, month);
    let { watermark, restored } = await store.load(client, month, checkpoint);
    if (before !== null && before.epoch !== watermark.epoch) {
      // The store lost what this process knew. If the next lines fail and the lost counters come back, the old watermark
      // would let calls be added to them.
      this.watermarks.forget(client, month);
      // It may have lost them after the checkpoint was read: a newer one may have been saved meanwhile, and contain
      // commands whose calls would count twice.
      checkpoint = await loadCheckpoint(client, month);
      const again = await store.load(client, month, checkpoint);
      const more = again.watermark.base - watermark.base;
      if (restored !== null || more > 0) restored = (restored ?? 0) + more;
      watermark = again.watermark;
    }
    const lost = this.#confirmed?.replaced(client, month, checkpoint, watermark.epoch) ?? null;
    if (restored !== null || lost !== null) this.#options.lost?.({ client, month, restored, lost });
    return this.watermarks.set(client, month, watermark);
  }
}
