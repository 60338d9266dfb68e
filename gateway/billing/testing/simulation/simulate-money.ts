import { deleteClient } from '../../../accounts/offboarding/client-delete.ts';
import type { CounterStore } from '../../../quota/contract.ts';
import { ModelStore } from '../../../quota/testing/simulation/model-store.ts';
import { Random } from '../../../quota/testing/simulation/random.ts';
import type { Data } from '../../../quota/testing/simulation/simulate.ts';
import type { Records } from '../../../records/records.ts';
import type { saveCheckpoint } from '../../../usage/checkpoint.ts';
import { monthEnd, monthOf } from '../../../values/calendar.ts';
import { timesTold } from './books.ts';
import { Check } from './check.ts';
import { Checkpoints } from './checkpoints.ts';
import { Grants } from './grants.ts';
import { Processes } from './processes.ts';
import { Settling, type SettlingOptions } from './settling.ts';
import { MoneyViolation } from './truth.ts';
import { HOUR, MoneyWorld, NAME } from './world.ts';

/** The parts may be broken on purpose: the simulation has to find it. */
export interface MoneyOptions extends SettlingOptions {
  /** Default: the model. */
  readonly store?: CounterStore;
  /** What the store holds, to be lost; the model's is at hand. */
  readonly data?: Data;
  readonly save?: typeof saveCheckpoint;
}

type Step = () => Promise<void>;

const STEPS = 30;

/**
 * Runs one random schedule over real records, which it empties before: calls that succeed and fail at several processes,
 * top-ups and their replays, charge-backs, plan changes, checkpoints that are torn between their steps and come after months,
 * settlements at any time or by the closing of months, processes that die with calls in flight or while they settle, a
 * store that loses its data, and the deletion of the client. Throws a {@link MoneyViolation} with the seed if the money is
 * not right at any step.
 */
export async function simulateMoney(seed: number, records: Records, options: MoneyOptions = {}): Promise<void> {
  try {
    const world = new MoneyWorld(new Random(seed), records, options.store ?? new ModelStore());
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
  /** How often everybody was told of the client when it was deleted. */
  #told = 0;

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

  /** In half of the schedules: the store goes back to what a replica had, or is emptied. */
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
    // What shows most, and comes about too seldom by chance.
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
    this.#told = await timesTold(records.db, client);
  }

  async #finish(): Promise<void> {
    const { truth, now, records, client, deleted } = this.#world;
    await this.#processes.answerAll();
    for (const month of truth.months.keys()) {
      // What is open is checkpointed by its closing.
      if (!this.#settling.closes || month !== monthOf(now)) await this.#checkpoints.month(month);
    }
    this.#world.now = monthEnd(monthOf(now)) + HOUR;
    await this.#settling.settleAll();
    this.#processes.hold();
    await this.#settling.holdStatements();
    await this.#check.step(this.#grants.total);
    await this.#check.end();
    if (deleted && (await timesTold(records.db, client)) !== this.#told) {
      throw new MoneyViolation('of a deleted client everybody was told');
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
