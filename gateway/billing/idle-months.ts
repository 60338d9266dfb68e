import { sql } from 'kysely';
import type { Records } from '../records/records.ts';
import { COUNTED } from './settlement.ts';

/** How long the counts of a month must not have changed before it closes. */
export const IDLE_MS = 15 * 60 * 1_000;

/** The months that this process waits for, and how long their counts in the records have been the same. */
export class IdleMonths {
  readonly #db: Records['db'];
  readonly #monotonic: () => number;
  readonly #seen = new Map<string, { readonly counts: string; readonly since: number }>();

  /** @param monotonic milliseconds of a clock that is never set */
  constructor({ db }: Pick<Records, 'db'>, monotonic: () => number) {
    this.#db = db;
    this.#monotonic = monotonic;
  }

  /** Looks at a month. Resolves with whether all looks of the last {@link IDLE_MS} found the same counts. */
  async isIdle(month: string): Promise<boolean> {
    const now = this.#monotonic();
    const counts = await this.#countsOf(month);
    const seen = this.#seen.get(month);
    if (seen?.counts === counts) return now - seen.since >= IDLE_MS;
    this.#seen.set(month, { counts, since: now });
    return false;
  }

  /** All counts of a month as text. They only grow, so equal sums mean equal counts. */
  async #countsOf(month: string): Promise<string> {
    const { rows, counted } = await this.#db
      .selectFrom('month_fold')
      .where('month', '=', month)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .select(sql<number>`cast(coalesce(sum(${COUNTED}), 0) as bigint)`.as('counted'))
      .executeTakeFirstOrThrow();
    return `${rows} ${counted}`;
  }
}
