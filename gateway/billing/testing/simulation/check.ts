import { units } from '../../../quota/model/affordability.ts';
import { balanceOf } from '../../ledger.ts';
import { type Books, readBooks } from './books.ts';
import { MoneyViolation } from './truth.ts';
import type { MoneyWorld } from './world.ts';

const NOTHING = { used: 0, credits: 0 };

/** Compares SQL with the truth. */
export class Check {
  readonly #world: MoneyWorld;
  /** The highest recorded credits of each month. */
  readonly #mostRecorded = new Map<string, number>();

  constructor(world: MoneyWorld) {
    this.#world = world;
  }

  /** Invariants of every step, whatever was torn or lost. */
  async step(granted: number): Promise<void> {
    if (!this.#world.changed) return;
    this.#world.changed = false;
    const books = await readBooks(this.#world.records.db, this.#world.client);
    if (books.granted !== granted) throw new MoneyViolation(`${granted} credits granted, ${books.granted} entered`);
    for (const month of this.#world.truth.months.keys()) this.#month(month, books);
  }

  #month(month: string, { months, settled }: Books): void {
    const { used, credits } = months.get(month) ?? NOTHING;
    const { months: rows } = this.#world.truth.checkpoint.read(this.#world.client, month);
    const checkpointed = rows.reduce((sum, row) => sum + units(row.admitted) - units(row.returned), 0);
    if (used !== checkpointed)
      throw new MoneyViolation(`${checkpointed} units of ${month} are checkpointed, SQL has ${used}`);
    // Credits returned after a settlement are restored by the next one.
    const most = Math.max(this.#mostRecorded.get(month) ?? 0, credits);
    this.#mostRecorded.set(month, most);
    const taken = settled.get(month) ?? 0;
    if (taken > most) {
      throw new MoneyViolation(`${taken} credits of ${month} are settled, at most ${most} were recorded`);
    }
  }

  /** With everything checkpointed and settled, the balance is the granted credits minus those that calls took. */
  async end(): Promise<void> {
    const { records, client, truth } = this.#world;
    const { settled, months, spent, granted } = await readBooks(records.db, client);
    for (const month of truth.months.keys()) {
      const recorded = months.get(month) ?? NOTHING;
      const taken = settled.get(month) ?? 0;
      truth.hold(month, recorded);
      if (taken !== recorded.credits) {
        throw new MoneyViolation(`of ${recorded.credits} credits of ${month} ${taken} are settled`);
      }
    }
    truth.holdSpent(spent);
    const taken = [...settled.values()].reduce((sum, credits) => sum + credits, 0);
    const balance = await balanceOf(records.db, client);
    if (balance !== granted - taken) {
      throw new MoneyViolation(`of ${granted} credits ${taken} are settled, and the balance is ${balance}`);
    }
  }
}
