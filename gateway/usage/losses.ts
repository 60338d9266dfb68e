import type { LossFigures } from '../operations/metrics.ts';
import type { Loss, LostUnits } from '../quota/admission/admission.ts';
import type { Change, Records } from '../records/records.ts';
import { recordAudit } from '../records/trail.ts';

const NONE: LossFigures = { counters: 0, restored: 0, lost: 0 };

/** Lost units read and written in one statement. */
const ROWS_AT_ONCE = 500;

export interface LossesOptions {
  readonly records: Pick<Records, 'write'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: { error(fields: object, message: string): void };
}

/** Lost units of a client and month. */
interface ClientLoss extends LostUnits {
  readonly client: string;
  readonly month: string;
}

/**
 * Reports that the counter store was rewound or emptied. Losses are noticed one by one, when their clients call; a
 * report covers those of ten seconds. Each process knows the units that were confirmed to it, so the process that sent
 * the last command of a client knows how many were lost. Several processes may notice the same loss: the records hold
 * what was reported, and a report adds what exceeds it.
 */
export class Losses {
  readonly #options: LossesOptions;
  #total = NONE;
  #counters = 0;
  #restored = 0;
  #lost: ClientLoss[] = [];

  constructor(options: LossesOptions) {
    this.#options = options;
  }

  /** Since the start. `lost` follows with the report. */
  get figures(): LossFigures {
    return this.#total;
  }

  add({ client, month, restored, lost }: Loss): void {
    if (lost !== null) this.#lost.push({ client, month, ...lost });
    if (restored === null) return;
    this.#counters += 1;
    this.#restored += restored;
    const { counters, restored: before } = this.#total;
    this.#total = { ...this.#total, counters: counters + 1, restored: before + restored };
  }

  /**
   * Writes new losses to the log and the audit. If the audit cannot be written, the next report contains them.
   *
   * @param asOf every call counted before it was in a checkpoint, in milliseconds since 1970
   */
  async report(asOf: number): Promise<void> {
    const { records, clock, log } = this.#options;
    const {
      counters,
      restored,
      lost: noticed,
    } = { counters: this.#counters, restored: this.#restored, lost: this.#lost };
    if (counters === 0 && noticed.length === 0) return;
    [this.#counters, this.#restored, this.#lost] = [0, 0, []];
    const facts = { counters, restored, lost: 0, as_of: new Date(asOf).toISOString() };
    try {
      await records.write(async (trx) => {
        facts.lost = await writeLost(trx, noticed);
        if (counters === 0 && facts.lost === 0) return;
        await recordAudit(
          trx,
          { name: 'counters', at: clock(), address: null },
          { client: null, action: 'counters.lost', record: { kind: 'counters', id: 'store' }, after: facts },
        );
      });
    } catch (error) {
      this.#counters += counters;
      this.#restored += restored;
      this.#lost.unshift(...noticed);
      throw error;
    }
    if (counters === 0 && facts.lost === 0) return;
    this.#total = { ...this.#total, lost: this.#total.lost + facts.lost };
    log.error(facts, 'the counter store has lost data: counters are restored from the records');
  }
}

/** Writes lost units. Returns those that no process has written before. */
async function writeLost(trx: Change, losses: readonly ClientLoss[]): Promise<number> {
  let added = 0;
  for (let start = 0; start < losses.length; start += ROWS_AT_ONCE) {
    added += await writeSome(trx, losses.slice(start, start + ROWS_AT_ONCE));
  }
  return added;
}

async function writeSome(trx: Change, losses: readonly ClientLoss[]): Promise<number> {
  const epochs = losses.map(({ epoch }) => epoch);
  const held = await trx.selectFrom('lost_units').selectAll().where('epoch', 'in', epochs).execute();
  const rows = new Map(held.map((row) => [row.epoch, row]));
  let added = 0;
  for (const { epoch, client, month, remaining, confirmed } of losses) {
    const known = rows.get(epoch);
    // Two processes that notice one loss know overlapping parts of it.
    const same = known !== undefined && remaining <= known.confirmed && known.remaining <= confirmed;
    const from = same ? Math.min(remaining, known.remaining) : remaining;
    const to = same ? Math.max(confirmed, known.confirmed) : confirmed;
    const more = to - from - (same ? known.confirmed - known.remaining : 0);
    added += more;
    const lost = (known?.lost ?? 0) + more;
    rows.set(epoch, { epoch, client_id: client, month, remaining: from, confirmed: to, lost });
  }
  await trx
    .insertInto('lost_units')
    .values([...rows.values()])
    .onConflict((conflict) =>
      conflict.column('epoch').doUpdateSet((eb) => ({
        remaining: eb.ref('excluded.remaining'),
        confirmed: eb.ref('excluded.confirmed'),
        lost: eb.ref('excluded.lost'),
      })),
    )
    .execute();
  return added;
}
