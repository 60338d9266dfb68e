import { createClient } from '../../../accounts/clients/clients.ts';
import { readLimits } from '../../../accounts/plans/limits.ts';
import type { CounterStore, Limits } from '../../../quota/contract.ts';
import type { Random } from '../../../quota/testing/simulation/random.ts';
import type { Records } from '../../../records/records.ts';
import type { Actor } from '../../../records/trail.ts';
import { emptyBooks } from './books.ts';
import { Truth } from './truth.ts';

export const HOUR = 3_600_000;

/** The client's name, which confirms its deletion. */
export const NAME = 'Acme';

/** The shared state of a schedule: randomness and time, records and counters, the client, and the truth about it. */
export class MoneyWorld {
  readonly random: Random;
  readonly records: Records;
  readonly store: CounterStore;
  readonly truth = new Truth();
  now = Date.UTC(2026, 9, 30);
  client = '';
  deleted = false;
  /** Whether SQL may have changed since it was last checked. */
  changed = false;
  #limits: Limits | null = null;

  constructor(random: Random, records: Records, store: (clock: () => number) => CounterStore) {
    this.random = random;
    this.records = records;
    this.store = store(() => this.now);
  }

  get actor(): Actor {
    return { name: 'simulation', at: this.now, address: null };
  }

  /** Empties the records and creates one client. */
  async begin(): Promise<void> {
    await emptyBooks(this.records.db);
    const client = { name: NAME, plan: 'free', admin: { name: 'Ann', email: null } };
    this.client = (await createClient(this.records, this.actor, client)).clientId;
  }

  /** The client's limits as every process has them. */
  async limits(): Promise<Limits> {
    this.#limits ??= await readLimits(this.records.db, this.client);
    if (this.#limits === null) throw new Error('the client is gone');
    return this.#limits;
  }

  limitsChanged(): void {
    this.#limits = null;
    this.changed = true;
  }
}
