import type { LossFigures } from '../operations/metrics.ts';
import type { Loss } from '../quota/admission/admission.ts';
import type { Records } from '../records/records.ts';
import { recordAudit } from '../records/trail.ts';

const NONE: LossFigures = { counters: 0, restored: 0 };

export interface LossesOptions {
  readonly records: Pick<Records, 'write'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: { error(fields: object, message: string): void };
}

/**
 * Reports that the counter store was rewound or emptied. Counters are restored one by one, when their client calls; a
 * report covers those of ten seconds.
 */
export class Losses {
  readonly #options: LossesOptions;
  #total = NONE;
  #unreported = NONE;

  constructor(options: LossesOptions) {
    this.#options = options;
  }

  /** Since the start. */
  get figures(): LossFigures {
    return this.#total;
  }

  add(loss: Loss): void {
    this.#total = sum(this.#total, loss);
    this.#unreported = sum(this.#unreported, loss);
  }

  /**
   * Writes new losses to the log and the audit. If the audit cannot be written, the next report contains them.
   *
   * @param asOf every call counted before it was in a checkpoint, in milliseconds since 1970
   */
  async report(asOf: number): Promise<void> {
    const { records, clock, log } = this.#options;
    const { counters, restored } = this.#unreported;
    if (counters === 0) return;
    const facts = { counters, restored, as_of: new Date(asOf).toISOString() };
    this.#unreported = NONE;
    try {
      await records.write((trx) =>
        recordAudit(
          trx,
          { name: 'counters', at: clock(), address: null },
          { client: null, action: 'counters.lost', record: { kind: 'counters', id: 'store' }, after: facts },
        ),
      );
    } catch (error) {
      this.#unreported = { counters, restored };
      throw error;
    }
    log.error(facts, 'the counter store has lost data: counters were restored from the records');
  }
}

function sum({ counters, restored }: LossFigures, loss: Loss): LossFigures {
  return { counters: counters + 1, restored: restored + loss.restored };
}
