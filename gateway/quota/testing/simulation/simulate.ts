import { isDeepStrictEqual } from 'node:util';
import type { AdmissionRequest } from '../../admission/admission.ts';
import type { CounterStore, Limits, RecallingStore, Snapshot, UsageRow } from '../../contract.ts';
import { wholeSnapshot } from '../contract/whole-snapshot.ts';
import { type CheckpointTable, familyOf } from './checkpoint-table.ts';
import { Violation } from './ledger.ts';
import { Machine } from './machine.ts';
import { ModelStore } from './model-store.ts';
import { Random } from './random.ts';
import { HORIZON, type Stores, World } from './world.ts';

const CLIENTS = ['client-a', 'client-b'] as const;

/** The data of a store, for simulating its loss. */
export interface Data {
  /** Copies everything. The returned function restores the store to that copy. */
  copy(): Promise<() => Promise<void>>;
}

/** The default store is the model. A given store loses data only if `data` says how. */
export type SimulationOptions =
  | { readonly store?: RecallingStore; readonly data?: Data; readonly besideModel?: false }
  /** Compares every answer of the store with the model's. */
  | { readonly store?: CounterStore; readonly data?: Data; readonly besideModel: true };

/**
 * Runs one random schedule of calls and faults to its end and recovery. Throws a {@link Violation} naming the seed if a
 * guarantee was broken. Returns a summary, which is the same for the same seed.
 */
export async function simulate(seed: number, options: SimulationOptions = {}): Promise<string> {
  const random = new Random(seed);
  const stores = storesOf(options);
  const world = new World(random, stores);
  const machines = Array.from({ length: 1 + random.below(2) }, (_, machine) => new Machine(world, machine));

  for (const client of CLIENTS) world.limits.set(client, randomLimits(random, 1));
  if (random.chance(0.7)) world.faults = random.next() * 0.3;
  planCalls(world, machines);
  planFaults(world, machines);
  await planLosses(world, options.data === undefined ? dataOf(stores) : [options.data]);
  world.time.after(HORIZON, () => {
    world.faults = 0;
    for (const machine of machines) machine.start();
  });
  await world.time.run();
  for (const machine of machines) void machine.gateway.checkpoint();
  await world.time.run();

  await finish(world, seed);
  return JSON.stringify([...world.ledger.accounts]);
}

function storesOf(options: SimulationOptions): Stores {
  if (options.besideModel) return { store: options.store ?? new ModelStore(), beside: new ModelStore() };
  return { store: options.store ?? new ModelStore(), beside: null };
}

/** The data of the stores if all of them can lose it, else none. */
function dataOf({ store, beside }: Stores): Data[] {
  if (!(store instanceof ModelStore)) return [];
  return [store, ...(beside === null ? [] : [beside])].map((model) => ({
    async copy() {
      const copy = model.copy();
      return async () => model.restore(copy);
    },
  }));
}

function planCalls({ random, time, limits }: World, machines: readonly Machine[]): void {
  for (let burst = 3 + random.below(8); burst > 0; burst -= 1) {
    time.after(random.below(HORIZON), () => {
      const machine = machines[random.below(machines.length)];
      const client = random.pick(CLIENTS);
      const plan = limits.get(client);
      for (let calls = 1 + random.below(5); calls > 0 && plan !== undefined; calls -= 1) {
        machine?.gateway.call(randomCall(random, client, plan));
      }
    });
  }
}

function randomCall(random: Random, client: string, limits: Limits): AdmissionRequest {
  const check = 1 + random.below(2);
  const key = random.pick(['key-1', 'key-1b', 'key-2']);
  const charged = random.chance(0.8);
  const item = {
    ...{ charge: charged ? check : 0, cost: check, key, family: familyOf(key) },
    ...{ cap: random.pick([null, 9]), calculator: 'tdee' },
  };
  const status = charged ? ('2xx' as const) : ('4xx' as const);
  const left = random.chance(0.05);
  return { client, limits, item: { ...item, status }, reserve: charged && random.chance(0.3), abandoned: () => left };
}

function randomLimits(random: Random, version: number): Limits {
  return {
    version,
    quota: random.pick([null, 0, 4, 12]),
    burst: random.pick([null, { q: 3, w: 2 }]),
    mode: random.pick(['block', 'credits', 'soft']),
    granted: random.below(8),
    ceiling: random.pick([null, null, 16]),
  };
}

function planFaults(world: World, machines: readonly Machine[]): void {
  const { random, time, limits } = world;
  const sometimes = (most: number, run: () => void) => {
    for (let count = random.below(most + 1); count > 0; count -= 1) time.after(random.below(HORIZON), run);
  };
  const machine = () => machines[random.below(machines.length)];
  sometimes(1, () => {
    const struck = machine();
    struck?.kill();
    time.after(random.below(1_000), () => struck?.start());
  });
  sometimes(2, () => {
    const struck = machine();
    if (struck !== undefined) struck.gateway.skew = random.pick([0, -3_000, 3_000, 30_000]);
  });
  sometimes(1, () => {
    const client = random.pick(CLIENTS);
    limits.set(client, randomLimits(random, world.limitsOf(client).version + 1));
  });
}

/** Plans losses: the store is emptied, or replaced by a replica that fell behind. */
async function planLosses(world: World, data: readonly Data[]): Promise<void> {
  const { random, time } = world;
  if (data.length === 0 || random.chance(0.6)) return;
  const copy = () => Promise.all(data.map((of) => of.copy()));
  const empty = await copy();
  for (let count = 1 + random.below(2); count > 0; count -= 1) {
    const copied = random.below(HORIZON);
    let copies = empty;
    if (random.chance(0.7)) {
      time.after(copied, async () => {
        copies = await time.outside(copy());
      });
    }
    time.after(copied + random.below(HORIZON - copied), async () => {
      await time.outside(Promise.all(copies.map((restore) => restore())));
      world.lost();
    });
  }
}

/**
 * Checks that checkpointing only changes has checkpointed everything. Refused calls are exempt: they may be counted
 * twice, the second time without an answer.
 */
function checkCheckpointed(checkpoint: CheckpointTable, { client, month, usage }: Snapshot): void {
  const shown = (rows: readonly UsageRow[]) =>
    rows
      .filter(({ status }) => status !== '429')
      .map((row) => JSON.stringify([row.day, row.key, row.calculator, row.status, row.calls, row.units]))
      .toSorted();
  const [checkpointed, counted] = [shown(checkpoint.usage(client, month)), shown(usage)];
  if (!isDeepStrictEqual(checkpointed, counted))
    throw new Violation(`usage ${counted} is counted, ${checkpointed} is checkpointed`);
}

/** Takes a complete checkpoint and checks the ledger against it. */
async function finish(world: World, seed: number): Promise<void> {
  const { ledger, checkpoint, journals } = world;
  try {
    if (world.violation !== null) throw world.violation;
    for (const { client, month } of ledger.accounts) {
      const snapshot = await wholeSnapshot(world, client, month);
      if (snapshot === null) continue;
      if (world.kills + world.losses === 0) checkCheckpointed(checkpoint, snapshot);
      checkpoint.save(snapshot);
    }
    ledger.check(checkpoint);
    const waiting = [...journals.values()].reduce((sum, { calls }) => sum + calls, 0);
    if (waiting > 0) throw new Violation(`${waiting} answered calls stay in the journal`);
  } catch (error) {
    if (error instanceof Violation) throw new Violation(`seed ${seed}: ${error.message}`);
    throw error;
  }
}
