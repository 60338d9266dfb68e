import type { Snapshot } from '../../../quota/contract.ts';
import { wholeSnapshot } from '../../../quota/testing/contract/whole-snapshot.ts';
import { saveCheckpoint } from '../../../usage/checkpoint.ts';
import type { Process, Processes } from './processes.ts';
import type { MoneyWorld } from './world.ts';

/** Makes checkpoints, whole or torn between reading and saving. */
export class Checkpoints {
  readonly #world: MoneyWorld;
  readonly #processes: Processes;
  readonly #save: typeof saveCheckpoint;

  constructor(world: MoneyWorld, processes: Processes, save = saveCheckpoint) {
    this.#world = world;
    this.#processes = processes;
    this.#save = save;
  }

  async all(): Promise<void> {
    const process = this.#processes.any;
    for (const month of this.#world.truth.months.keys()) await this.month(month, process);
  }

  async month(month: string, process = this.#processes.any): Promise<void> {
    const snapshot = await wholeSnapshot(process.store, this.#world.client, month);
    if (snapshot !== null) await this.#saveOne(process, snapshot);
  }

  /** The first half of a checkpoint; if the process dies here, the second half never happens. */
  async read(): Promise<void> {
    const { store, unsaved } = this.#processes.any;
    for (const month of this.#world.truth.months.keys()) {
      const snapshot = await wholeSnapshot(store, this.#world.client, month);
      if (snapshot !== null) unsaved.push(snapshot);
    }
  }

  /** The second half of a checkpoint: now, months late, out of order, and sometimes twice. */
  async save(): Promise<void> {
    const { random } = this.#world;
    const process = this.#processes.any;
    const { unsaved } = process;
    const at = random.below(Math.max(1, unsaved.length));
    const snapshot = unsaved[at];
    if (snapshot === undefined) return;
    if (random.chance(0.7)) unsaved.splice(at, 1);
    await this.#saveOne(process, snapshot);
  }

  async #saveOne({ name, admission }: Process, snapshot: Snapshot): Promise<void> {
    for (const held of await this.#save(this.#world.records, snapshot)) admission.checkpointed(held);
    this.#world.truth.saved(name, snapshot);
    this.#world.changed = true;
  }
}
