import { setPlan } from '../../../accounts/plans/plans.ts';
import type { OverageMode } from '../../../quota/contract.ts';
import { type NewEntry, postEntry } from '../../ledger.ts';
import type { MoneyWorld } from './world.ts';

/** Grants and takes back credits, and changes the price of calls. */
export class Grants {
  readonly #world: MoneyWorld;
  /** Entered credits by source. */
  readonly #entered = new Map<string, number>();

  constructor(world: MoneyWorld) {
    this.#world = world;
  }

  get total(): number {
    return [...this.#entered.values()].reduce((total, credits) => total + credits, 0);
  }

  /** A payment is reported one to three times at once, and again later with the same credits. */
  async topUp(): Promise<void> {
    const { random } = this.#world;
    const source = `top-up:${random.below(6)}`;
    const credits = this.#entered.get(source) ?? 1 + random.below(5);
    const times = Array.from({ length: 1 + random.below(3) });
    await Promise.all(times.map(() => this.#enter('top_up', source, credits)));
  }

  async chargeBack(): Promise<void> {
    const { random } = this.#world;
    const source = `dispute:${random.below(2)}`;
    if (random.chance(0.3)) await this.#enter('adjustment', source, -2);
  }

  /** Enters credits as a provider reports them, even for a deleted client. */
  async #enter(kind: NewEntry['kind'], source: string, credits: number): Promise<void> {
    const { records, actor, client: clientId, truth } = this.#world;
    await records.write((trx) => postEntry(trx, actor, { clientId, kind, credits, source, note: null }));
    this.#entered.set(source, credits);
    truth.granted(this.total);
    this.#world.limitsChanged();
  }

  async changePlan(): Promise<void> {
    const { random, records, actor, client, truth, deleted } = this.#world;
    if (deleted) return;
    const quota = random.pick([0, 0, 3, 8, 20]);
    const mode = random.pick<OverageMode>(['credits', 'credits', 'block', 'soft']);
    await setPlan(records, actor, client, 'free', { quota, mode, burst: null, ceiling: null });
    truth.planned(quota, mode);
    this.#world.limitsChanged();
  }
}
