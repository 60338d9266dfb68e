import { isDeepStrictEqual } from 'node:util';
import { monthOf, monthStart } from '../../../values/calendar.ts';
import type { AdmissionRequest } from '../../admission/admission.ts';
import { HOLD_MS } from '../../admission/reservations.ts';
import type { Admit, CounterStore, Item, Limits, RecallingStore, Snapshot, UsageRow } from '../../contract.ts';
import { LAPSE_MS, LEASE_MS, RELEASE_MS } from '../../model/leases.ts';
import { ask } from '../contract/caller.ts';
import { wholeSnapshot } from '../contract/whole-snapshot.ts';
import { type CheckpointTable, familyOf } from './checkpoint-table.ts';
import { Violation } from './ledger.ts';
import { Machine } from './machine.ts';
import { MODEL_RULES, ModelStore } from './model-store.ts';
import { Random } from './random.ts';
import { VirtualTime } from './virtual-time.ts';
import { type ProcessMistake, START, type Stores, World } from './world.ts';

const CLIENTS = ['client-a', 'client-b'] as const;
const FAMILIES = [...new Set(['key-1', 'key-2'].map(familyOf))];

/** Milliseconds by which the store's clock is set at most. */
const FARTHEST_STEP = 300_000;

/** Milliseconds by which the clock of a process is ahead at most. */
const FARTHEST_SKEW = 30_000;

/**
 * Milliseconds until Redis finds a hold whose time is over: its index counts in steps of five seconds, by the clock of
 * the process.
 */
const FOUND_MS = FARTHEST_SKEW + 5_000;

/** The data of a store, for simulating its loss. */
export interface Data {
  /** Copies everything. The returned function restores the store to that copy. */
  copy(): Promise<() => Promise<void>>;
}

/** The default store is the model. A given store loses data only if `data` says how. */
export type SimulationOptions = {
  readonly data?: Data;
  /** Whether processes use leases. A given store must then take the virtual clock. */
  readonly leases?: boolean;
  /** Whether a process is cut off from the store around each loss of data. */
  readonly partitions?: boolean;
  /** Whether processes run with `DURABILITY=power`. A kill is then a loss of power every other time. */
  readonly power?: boolean;
  readonly mistake?: ProcessMistake;
} & (
  | { readonly store?: MakeStore<RecallingStore>; readonly besideModel?: false }
  /** Compares every answer of the store with the model's. */
  | { readonly store?: MakeStore<CounterStore>; readonly besideModel: true }
);

/** Makes a store with this clock. */
export type MakeStore<S> = (clock: () => number) => S;

/**
 * Runs one random schedule of calls and faults to its end and recovery. Throws a {@link Violation} naming the seed if a
 * guarantee was broken. Returns a summary, which is the same for the same seed.
 */
export async function simulate(seed: number, options: SimulationOptions = {}): Promise<string> {
  const random = new Random(seed);
  const time = new VirtualTime(START, random);
  const stores = storesOf(options, () => world.storeNow);
  const world: World = new World(random, time, stores);
  const { leases = false, partitions = false, power = false, mistake = null } = options;
  world.leases = leases;
  world.power = power;
  world.partitions = partitions;
  world.mistake = mistake;
  // A loss of power would end all of them.
  if (leases && !power && world.diskRandom.chance(0.5)) world.disk = 'shared';
  const plans = leases ? randomLeasedLimits : randomLimits;
  for (const client of CLIENTS) world.limits.set(client, plans(random, 1));
  const most = leases ? 3 : 2;
  const machines = Array.from({ length: 1 + random.below(most) }, (_, machine) => new Machine(world, machine));

  if (random.chance(0.7)) world.faults = random.next() * 0.3;
  world.smooth = world.faults === 0;
  planCalls(world, machines);
  planFaults(world, machines);
  await planLosses(world, machines, options.data === undefined ? dataOf(stores) : [options.data]);
  world.time.after(world.horizon, () => {
    world.faults = 0;
    for (const machine of machines) machine.start();
  });
  await world.time.run();
  // Another store than the model ends holds in its own way.
  if (!options.besideModel) {
    const isHeld = world.kills + world.unrecorded > 0;
    if (isHeld) time.now += HOLD_MS + FOUND_MS + 1 + (world.stepped ? 2 * FARTHEST_STEP : 0);
    for (const machine of machines) void machine.gateway.sweep();
    await world.time.run();
    world.swept = true;
  }
  for (const machine of machines) void machine.gateway.checkpoint();
  await world.time.run();

  await finish(world, machines, seed);
  return JSON.stringify([...world.ledger.accounts]);
}

function storesOf(options: SimulationOptions, clock: () => number): Stores {
  const model = () => new ModelStore(MODEL_RULES, clock);
  if (options.besideModel) return { store: options.store?.(clock) ?? model(), beside: model() };
  return { store: options.store?.(clock) ?? model(), beside: null };
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

function planCalls({ random, time, limits, leases, horizon }: World, machines: readonly Machine[]): void {
  const most = leases ? 20 : 5;
  for (let burst = 3 + random.below(leases ? 12 : 8); burst > 0; burst -= 1) {
    time.after(random.below(horizon), () => {
      const machine = machines[random.below(machines.length)];
      // Most leased calls are of one client, so that its leases meet.
      const client = leases && random.chance(0.6) ? CLIENTS[0] : random.pick(CLIENTS);
      const plan = limits.get(client);
      for (let calls = 1 + random.below(most); calls > 0 && plan !== undefined; calls -= 1) {
        const call = randomCall(random, client, plan, leases);
        // Most leased calls come one after the other.
        if (leases && calls > 2) time.after(random.below(3_000), () => machine?.gateway.call(call));
        else machine?.gateway.call(call);
      }
    });
  }
}

function randomCall(random: Random, client: string, limits: Limits, leases: boolean): AdmissionRequest {
  const check = 1 + random.below(2);
  const key = random.pick(['key-1', 'key-1b', 'key-2']);
  const charged = random.chance(0.8);
  const item = {
    ...{ charge: charged ? check : 0, cost: check, key, family: familyOf(key) },
    ...{ cap: random.pick(leases ? [null, null, null, null, null, 9] : [null, 9]), calculator: 'tdee' },
  };
  const status = charged ? ('2xx' as const) : ('4xx' as const);
  const left = random.chance(0.05);
  return {
    client,
    limits,
    item: { ...item, status },
    reserve: charged && random.chance(leases ? 0.1 : 0.3),
    abandoned: () => left,
  };
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

/** Limits large enough for leases, and small enough to be reached. */
function randomLeasedLimits(random: Random, version: number): Limits {
  return {
    version,
    quota: random.pick([null, 24, 40, 60]),
    burst: random.pick([null, null, { q: 16, w: 20 }, { q: 30, w: 20 }]),
    mode: random.pick(['block', 'block', 'credits', 'soft']),
    granted: random.below(40),
    ceiling: random.pick([null, null, null, 60]),
  };
}

function planFaults(world: World, machines: readonly Machine[]): void {
  const { random, time, limits, horizon } = world;
  const sometimes = (most: number, run: () => void) => {
    for (let count = random.below(most + 1); count > 0; count -= 1) time.after(random.below(horizon), run);
  };
  const machine = () => machines[random.below(machines.length)];
  sometimes(1, () => {
    const struck = machine();
    world.smooth = false;
    struck?.kill();
    time.after(random.below(1_000), () => struck?.start());
  });
  sometimes(2, () => {
    const struck = machine();
    if (struck !== undefined) struck.gateway.skew = random.pick([0, -3_000, 3_000, FARTHEST_SKEW]);
  });
  if (random.chance(0.3)) {
    sometimes(2, () => {
      world.stepped = true;
      world.smooth = false;
      world.step = random.pick([0, -FARTHEST_STEP, -3_000, 3_000, FARTHEST_STEP]);
    });
  }
  if (world.leases) {
    sometimes(1, () => {
      world.smooth = false;
      machine()?.gateway.stop(random.pick([50, 500, 3_000]));
    });
  }
  sometimes(1, () => {
    const client = random.pick(CLIENTS);
    world.changed.add(client);
    const plans = world.leases ? randomLeasedLimits : randomLimits;
    limits.set(client, plans(random, world.limitsOf(client).version + 1));
  });
}

/**
 * Plans losses: the store is emptied, or replaced by a replica that fell behind. A machine may be cut off meanwhile, and
 * not hear what others checkpoint before the loss.
 */
async function planLosses(world: World, machines: readonly Machine[], data: readonly Data[]): Promise<void> {
  const { random, time, horizon } = world;
  if (data.length === 0 || (!world.partitions && random.chance(0.6))) return;
  // Leases that were closed may come back, and stay open until they are released.
  world.smooth = false;
  const copy = () => Promise.all(data.map((of) => of.copy()));
  const empty = await copy();
  for (let count = 1 + random.below(world.partitions ? 1 : 2); count > 0; count -= 1) {
    const copied = random.below(horizon);
    let copies = empty;
    if (random.chance(0.7)) {
      time.after(copied, async () => {
        copies = await time.outside(copy());
      });
    }
    const loses = copied + random.below(horizon - copied);
    if (world.partitions) {
      const cut = Math.max(0, loses - random.below(3_000));
      const fate = random.pick(['command lost', 'answer lost'] as const);
      time.after(cut, () => machines[0]?.gateway.cutOff(loses - cut + random.below(500), fate));
      time.after(loses - random.below(loses - cut + 1), () => void machines.at(-1)?.gateway.checkpoint());
    }
    time.after(loses, async () => {
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

/** A command that counts nothing and is decided whatever its month. */
async function probe(world: World, client: string, month: string): Promise<Admit> {
  const item: Item = {
    ...{ charge: 0, cost: 0, key: 'key-1', family: 'family-1', cap: null },
    ...{ calculator: '', status: '4xx', probe: true },
  };
  const { watermark } = await world.load(client, month, world.checkpoint.read(client, month));
  const at = monthStart(month) + 1;
  const items = FAMILIES.map((family) => ({ ...item, family }));
  world.probes += 1;
  return { client, process: `probe-${world.probes}`, sequence: 1, at, limits: 0, watermark, forced: true, items };
}

/** The free tokens of the family that has fewest. */
async function freeTokens(world: World, client: string): Promise<number> {
  const command = await probe(world, client, monthOf(world.storeNow));
  const answer = await world.on((store) => ask(store, command));
  if (answer.kind !== 'decided') throw new Violation(`a probe was answered ${answer.kind}`);
  return Math.min(...answer.verdicts.map(({ burstLeft }) => burstLeft));
}

/**
 * Checks that no family had more calls than its burst allows, and that its bucket is full a window after a call looked
 * at it, however the clocks were set.
 */
async function checkBursts(world: World): Promise<void> {
  const { ledger, time } = world;
  for (const client of CLIENTS) {
    const limits = world.limitsOf(client);
    if (limits.burst === null) continue;
    if (!world.stepped && world.losses === 0 && !world.changed.has(client)) ledger.checkBurst(client, limits);
    await world.on((store) => store.writeLimits(client, limits));
    // The first look ends holds of the future, the second those of the last three seconds.
    await freeTokens(world, client);
    time.now += LEASE_MS + LAPSE_MS + 1;
    await freeTokens(world, client);
    time.now += limits.burst.w * 1_000 + 1;
    const left = await freeTokens(world, client);
    if (left !== limits.burst.q) throw new Violation(`after a window ${left} tokens are free of ${limits.burst.q}`);
  }
}

/** Checks that nothing stays held when the processes are idle. */
async function checkLeases(world: World): Promise<void> {
  const { ledger, time } = world;
  if (world.losses > 0) return;
  // The leases of dead processes are released, later by as much as the store's clock was set back.
  if (world.kills > 0) time.now += RELEASE_MS + 1 + (world.stepped ? 2 * FARTHEST_STEP : 0);
  for (const { client, month, taken, returned } of [...ledger.accounts]) {
    const command = await probe(world, client, month);
    const answer = await world.on((store) => ask(store, command));
    // No call has brought the limits of this client: it had no lease.
    if (answer.kind === 'limits') continue;
    const used = answer.kind === 'decided' ? answer.verdicts[0]?.used : undefined;
    if (used !== taken - returned) throw new Violation(`${used} units stay used or held of ${taken - returned}`);
  }
}

/** Takes a complete checkpoint and checks the ledger against it. */
async function finish(world: World, machines: readonly Machine[], seed: number): Promise<void> {
  const { ledger, checkpoint } = world;
  try {
    if (world.violation !== null) throw world.violation;
    for (const { client, month } of ledger.accounts) {
      const snapshot = await wholeSnapshot(world, client, month);
      if (snapshot === null) continue;
      if (world.kills + world.losses === 0) checkCheckpointed(checkpoint, snapshot);
      checkpoint.save(snapshot);
    }
    ledger.check(checkpoint, world);
    if (world.leases) await checkLeases(world);
    await checkBursts(world);
    const waiting = machines.reduce((sum, { gateway }) => sum + gateway.waiting, 0);
    if (waiting > 0) throw new Violation(`${waiting} answered calls stay in the journal`);
  } catch (error) {
    if (error instanceof Violation) throw new Violation(`seed ${seed}: ${error.message}`);
    throw error;
  }
}
