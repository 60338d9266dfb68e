import {
  type Admit,
  type AdmitAnswer,
  type Checkpoint,
  type CounterStore,
  type GiveBack,
  holdName,
  type Item,
  type Keep,
  type Limits,
  type Snapshot,
  type Verdict,
  type Watermark,
} from '../../contract.ts';
import { wholeSnapshot } from './whole-snapshot.ts';

/** The contract suite's view of one client from one gateway process. */

export const EMPTY_CHECKPOINT: Checkpoint = { months: [], credits: [], families: [] };

export const LIMITS: Limits = { version: 1, quota: 100, burst: null, mode: 'block', granted: 0, ceiling: null };

export const RESULT: Item = {
  ...{ charge: 1, cost: 1, key: 'key-1', family: 'family-1', cap: null },
  ...{ calculator: 'tdee', status: '2xx' },
};

/** A call that will be answered 400: affordable, but not charged. */
export const BAD_INPUT: Item = { ...RESULT, charge: 0, status: '4xx' };

/** Reads the state of the counters. */
export const PROBE: Item = { ...BAD_INPUT, cost: 0, calculator: '', probe: true };

/** Noon of 21 November 2026, UTC. */
export const NOON = Date.UTC(2026, 10, 21, 12);

export function ask(store: CounterStore, command: Admit): Promise<AdmitAnswer> {
  return new Promise((resolve, reject) => {
    store.admit([command], (_index, answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
  });
}

/** The clock of a store, in milliseconds since 1970. */
export interface SetClock {
  now: number;
}

/** A process that serves one client. */
export class Caller {
  readonly store: CounterStore;
  readonly client: string;
  readonly process: string;
  /** The clock of the store. */
  readonly clock: SetClock;
  /** Error of the process's reading of that clock, in milliseconds. */
  skew = 0;
  sequence = 0;
  watermark: Watermark | null = null;
  /** See {@link Loaded.restored}, of the last load. */
  restored: number | null = null;

  constructor(store: CounterStore, client = 'client-1', process = 'process-1', clock: SetClock = { now: NOON }) {
    this.store = store;
    this.clock = clock;
    this.client = client;
    this.process = process;
  }

  /** The instant of the next command. Setting it sets the clock of the store. */
  get at(): number {
    return this.clock.now + this.skew;
  }

  set at(at: number) {
    this.clock.now = at;
  }

  get month(): string {
    return new Date(this.at).toISOString().slice(0, 7);
  }

  /** Writes limits and loads the counters of the month from an empty or the given checkpoint. */
  async begin(limits: Partial<Limits> = {}, checkpoint: Checkpoint = EMPTY_CHECKPOINT): Promise<this> {
    await this.store.writeLimits(this.client, { ...LIMITS, ...limits });
    return this.load(checkpoint);
  }

  async load(checkpoint: Checkpoint): Promise<this> {
    const { watermark, restored } = await this.store.load(this.client, this.month, checkpoint);
    this.watermark = watermark;
    this.restored = restored;
    return this;
  }

  command(items: readonly Item[], changes: Partial<Admit> = {}): Admit {
    this.sequence += 1;
    const { client, process, sequence, at, watermark } = this;
    return { client, process, sequence, at, limits: 1, watermark, forced: false, items, ...changes };
  }

  answer(items: readonly Item[], changes: Partial<Admit> = {}): Promise<AdmitAnswer> {
    return ask(this.store, this.command(items, changes));
  }

  /** The verdicts of a command that must be decided. */
  async verdicts(items: readonly Item[], changes: Partial<Admit> = {}): Promise<readonly Verdict[]> {
    const answer = await this.answer(items, changes);
    if (answer.kind !== 'decided') throw new Error(`not decided but ${answer.kind}`);
    return answer.verdicts;
  }

  async outcomes(items: readonly Item[], changes: Partial<Admit> = {}): Promise<string[]> {
    return (await this.verdicts(items, changes)).map(({ outcome }) => outcome);
  }

  giveBack(changes: Partial<GiveBack> = {}): Promise<'returned' | 'gone' | 'duplicate'> {
    this.sequence += 1;
    const { process, sequence, at } = this;
    return this.store.giveBack({ ...this.#place(), process, sequence, at, status: '5xx', ...changes });
  }

  /** Ends the hold of the first item of the last command. */
  keep(changes: Partial<Keep> = {}): Promise<'kept' | 'counted' | 'gone'> {
    return this.store.keep({ ...this.#place(), hold: this.hold, ...changes });
  }

  /** The hold of the first item of the last command. */
  get hold(): string {
    return holdName(this.process, this.sequence, 0);
  }

  #place() {
    const { client, month } = this;
    const { key, family, calculator } = RESULT;
    const split = { included: 1, overage: 0, credits: 0 };
    const day = new Date(this.at).toISOString().slice(0, 10);
    return { client, month, day, epoch: this.watermark?.epoch ?? '', split, key, family, calculator };
  }

  async snapshot(): Promise<Snapshot> {
    const snapshot = await wholeSnapshot(this.store, this.client, this.month);
    if (snapshot === null) throw new Error('no counters');
    return snapshot;
  }

  async used(): Promise<number> {
    const { base, admitted, returned } = (await this.snapshot()).counter;
    return base.included + base.overage + admitted.included + admitted.overage - returned.included - returned.overage;
  }

  /** The usage rows as `day key calculator status calls/units`, sorted. */
  async usage(): Promise<string[]> {
    const { usage } = await this.snapshot();
    return usage.map((row) => `${row.day} ${row.key} ${row.calculator} ${row.status} ${row.calls}/${row.units}`).sort();
  }
}

/** The same item `count` times. */
export function times(count: number, item: Item): Item[] {
  return Array.from({ length: count }, () => item);
}

/** The subject of a part of the contract: an empty store and a caller, fresh for each test. */
export type Subject = () => { readonly store: CounterStore; readonly caller: Caller };
