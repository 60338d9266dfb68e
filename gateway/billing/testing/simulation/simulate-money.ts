import { deleteClient } from '../../../accounts/offboarding/client-delete.ts';
import type { CounterStore } from '../../../quota/contract.ts';
import { MODEL_RULES, ModelStore } from '../../../quota/testing/simulation/model-store.ts';
import { Random } from '../../../quota/testing/simulation/random.ts';
import type { Data, MakeStore } from '../../../quota/testing/simulation/simulate.ts';
import type { Records } from '../../../records/records.ts';
import type { saveCheckpoint } from '../../../usage/checkpoint.ts';
import { monthEnd, monthOf } from '../../../values/calendar.ts';
import { publishedChanges } from './books.ts';
import { Check } from './check.ts';
import { Checkpoints } from './checkpoints.ts';
import { Grants } from './grants.ts';
import { Processes } from './processes.ts';
import { Settling, type SettlingOptions } from './settling.ts';
import { MoneyViolation } from './truth.ts';
import { HOUR, MoneyWorld, NAME } from './world.ts';

/** Parts of the system; tests replace them with broken ones that the simulation must detect. */
export interface MoneyOptions extends SettlingOptions {
  /** Default: the model. */
  readonly store?: MakeStore<CounterStore>;
  /** The store's data, which the simulation loses; available by default for the model. */
  readonly data?: Data;
  readonly save?: typeof saveCheckpoint;
}

type Step = () => Promise<void>;

const STEPS = 30;

/**
 * Runs one random schedule on real records, which it empties first: successful and failing calls on several processes,
 * top-ups and their replays, charge-backs, plan changes, checkpoints that are torn or months late, settlements at any
 * time or by closing months, processes that die with calls in flight or while settling, a store that loses its data,
 * and the deletion of the client. Throws a {@link MoneyViolation} with the seed if the money is wrong after any step.
 */
export async function simulateMoney(seed: number, records: Records, options: MoneyOptions = {}): Promise<void> {
  try {
    const store = (clock: () => number) => options.store?.(clock) ?? new ModelStore(MODEL_RULES, clock);
    const world = new MoneyWorld(new Random(seed), records, store);
    await world.begin();
    await new MoneySchedule(world, options).run();
  } catch (error) {
    if (error instanceof MoneyViolation) throw new MoneyViolation(`seed ${seed}: ${error.message}`);
    throw error;
  }
}

class MoneySchedule {
  readonly #world: MoneyWorld;
  readonly #options: MoneyOptions;
  readonly #grants: Grants;
  readonly #processes: Processes;
  readonly #checkpoints: Checkpoints;
  readonly #settling: Settling;
  readonly #check: Check;
  /** Published changes of the client at its deletion. */
  #published = 0;

  constructor(world: MoneyWorld, options: MoneyOptions) {
    this.#world = world;
    this.#options = options;
    this.#grants = new Grants(world);
    this.#processes = new Processes(world);
    this.#checkpoints = new Checkpoints(world, this.#processes, options.save);
    this.#settling = new Settling(world, this.#checkpoints, options);
    this.#check = new Check(world);
  }

  async run(): Promise<void> {
    const { random } = this.#world;
    await this.#grants.changePlan();
    if (random.chance(0.5)) await this.#grants.topUp();
    const steps = [...this.#steps(), ...(await this.#losses())];
    const deletedAt = random.chance(0.25) ? STEPS / 2 + random.below(STEPS / 2) : STEPS;
    for (let step = 0; step < STEPS; step += 1) {
      if (step === deletedAt) await this.#delete();
      await steps[random.below(steps.length)]?.();
      this.#processes.hold();
      await this.#check.step(this.#grants.total);
    }
    await this.#finish();
  }

  #steps(): Step[] {
    const call = () => this.#processes.call();
    const answer = () => this.#processes.answer();
    const save = () => this.#checkpoints.save();
    const settle = () => this.#settling.settle();
    return [
      ...[call, call, call, call, answer, answer],
      ...[() => this.#grants.topUp(), () => this.#grants.chargeBack(), () => this.#grants.changePlan()],
      ...[() => this.#checkpoints.all(), () => this.#checkpoints.read(), save, save],
      ...[settle, settle, () => this.#processes.kill(), async () => this.#pass()],
    ];
  }

  /** In half of the schedules the store falls back to a replica's data or is emptied. */
  async #losses(): Promise<Step[]> {
    const { random, store, truth, client } = this.#world;
    const data = this.#options.data ?? (store instanceof ModelStore ? dataOf(store) : undefined);
    if (data === undefined || random.chance(0.5)) return [];
    const empty = await data.copy();
    let replica = empty;
    const replicate = async () => {
      replica = await data.copy();
    };
    const failOver = async () => {
      await (random.chance(0.7) ? replica : empty)();
      truth.lost(client);
    };
    const call = () => this.#processes.call();
    // The most revealing sequence, which is too rare by chance.
    const drill = [replicate, call, () => this.#checkpoints.all(), failOver, call, call];
    const mostOfIt = async () => {
      for (const step of drill) if (random.chance(0.85)) await step();
    };
    return [replicate, failOver, mostOfIt];
  }

  #pass(): void {
    const { random, now } = this.#world;
    const end = monthEnd(monthOf(now));
    const months = random.chance(0.2) ? 95 * 24 * HOUR : 0;
    this.#world.now = random.chance(0.3) ? end + HOUR + months : Math.min(end - 1, now + random.below(20) * HOUR);
  }

  async #delete(): Promise<void> {
    const { records, actor, client } = this.#world;
    await this.#settling.holdStatements();
    await deleteClient(records, actor, client, NAME);
    this.#world.deleted = true;
    this.#world.changed = true;
    this.#published = await publishedChanges(records.db, client);
  }

  async #finish(): Promise<void> {
    const { truth, now, records, client, deleted } = this.#world;
    await this.#processes.answerAll();
    for (const month of truth.months.keys()) {
      // The closing checkpoints the open month.
      if (!this.#settling.closes || month !== monthOf(now)) await this.#checkpoints.month(month);
    }
    this.#world.now = monthEnd(monthOf(now)) + HOUR;
    await this.#settling.settleAll();
    this.#processes.hold();
    await this.#settling.holdStatements();
    await this.#check.step(this.#grants.total);
    await this.#check.end();
    if (deleted && (await publishedChanges(records.db, client)) !== this.#published) {
      throw new MoneyViolation('a change of a deleted client was published');
    }
  }
}

function dataOf(store: ModelStore): Data {
  return {
    async copy() {
      const copy = store.copy();
      return async () => store.restore(copy);
    },
  };
}
