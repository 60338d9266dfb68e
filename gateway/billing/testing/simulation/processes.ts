import { Admission, type Decision, type Reservation } from '../../../quota/admission/admission.ts';
import type { CounterStore, Snapshot } from '../../../quota/contract.ts';
import { units } from '../../../quota/model/affordability.ts';
import { readCheckpoint } from '../../../usage/checkpoint.ts';
import { MoneyViolation } from './truth.ts';
import { WatchedStore } from './watched-store.ts';
import type { MoneyWorld } from './world.ts';

/** A gateway process: its admission, and what ends with it when it is killed. */
export interface Process {
  readonly name: string;
  readonly store: CounterStore;
  readonly admission: Admission;
  /** Snapshots that it has read and not saved yet. */
  readonly unsaved: Snapshot[];
  /** Calls that it has forwarded and that have no answer yet. */
  readonly forwarded: Reservation[];
}

/** The processes that answer the client's calls, and what they have answered. */
export class Processes {
  readonly #world: MoneyWorld;
  #all: Process[] = [];
  #born = 0;
  #violation: unknown = null;
  /** Units of calls that were answered, and of those whose process died before it could answer. */
  #answered = 0;
  #unheard = 0;

  constructor(world: MoneyWorld) {
    this.#world = world;
    this.#all = Array.from({ length: 1 + world.random.below(3) }, () => this.#start());
  }

  get any(): Process {
    return this.#all[this.#world.random.below(this.#all.length)] ?? this.#start();
  }

  #start(): Process {
    const { records, client, store: counters, truth } = this.#world;
    this.#born += 1;
    const name = `${client}-${this.#born}`;
    const store = new WatchedStore(counters, truth, name, (violation) => {
      this.#violation ??= violation;
    });
    const admission = new Admission({
      store,
      clock: () => this.#world.now,
      process: name,
      loadCheckpoint: (of, month) => readCheckpoint(records.db, of, month),
      loadLimits: () => Promise.reject(new Error('nothing is replayed')),
      log: { warn: () => undefined },
      // The simulation flushes itself: nothing may run behind its back.
      schedule: { turn: queueMicrotask, after: () => undefined },
    });
    return { name, store, admission, unsaved: [], forwarded: [] };
  }

  async call(): Promise<void> {
    const process = this.any;
    for (const { verdict, reservation } of await this.#send(process)) {
      if (reservation !== null) process.forwarded.push(reservation);
      else this.#answered += units(verdict.split);
    }
  }

  /** Up to four calls at once: in process, with their outcome known, or to be forwarded. */
  async #send({ admission }: Process): Promise<Decision[]> {
    const { random, client, deleted } = this.#world;
    if (deleted) return [];
    const limits = await this.#world.limits();
    const calls = Array.from({ length: 1 + random.below(4) }, async () => {
      const reserve = random.chance(0.3);
      const fails = !reserve && random.chance(0.25);
      const kind = fails ? ({ charge: 0, status: '4xx' } as const) : ({ charge: 1, status: '2xx' } as const);
      const item = { ...kind, cost: 1, key: 'key', family: 'key', cap: null, calculator: 'tdee' };
      const decision = await new Promise<Decision>((resolve, reject) => {
        admission.admit({ client, limits, item, reserve }, (error, decided) => {
          if (error) reject(error);
          else resolve(decided);
        });
      });
      if (fails && units(decision.verdict.split) > 0) throw new MoneyViolation('a call that failed was charged');
      return decision;
    });
    return Promise.all(calls);
  }

  /** A forwarded call has its answer: a result, or a failure that costs nothing. */
  async answer({ admission, forwarded }: Process = this.any): Promise<void> {
    const { random } = this.#world;
    const [reservation] = forwarded.splice(random.below(forwarded.length), 1);
    if (reservation === undefined) return;
    if (random.chance(0.5)) {
      admission.keep(reservation);
      this.#answered += units(reservation.split);
    } else {
      admission.giveBack(reservation, '5xx');
      await admission.flush();
    }
  }

  async answerAll(): Promise<void> {
    for (const process of this.#all) while (process.forwarded.length > 0) await this.answer(process);
  }

  /** A process dies while calls are on their way: they may be counted, and are never answered. */
  async kill(): Promise<void> {
    const struck = this.any;
    const sent = this.#world.random.chance(0.5) ? await this.#send(struck) : [];
    for (const { split } of [...sent.map(({ verdict }) => verdict), ...struck.forwarded]) {
      this.#unheard += units(split);
    }
    this.#all = this.#all.map((process) => (process === struck ? this.#start() : process));
  }

  /** What is used are the calls that were answered with a result, those in flight, and those in flight at a kill. */
  hold(): void {
    if (this.#violation !== null) throw this.#violation;
    const used = [...this.#world.truth.months.values()].reduce((sum, { units: account }) => sum + account.net, 0);
    const open = this.#all.flatMap(({ forwarded }) => forwarded).reduce((sum, { split }) => sum + units(split), 0);
    if (used === this.#answered + this.#unheard + open) return;
    const calls = `${this.#answered} units answered, ${this.#unheard} unheard, ${open} forwarded`;
    throw new MoneyViolation(`${calls}, and ${used} used`);
  }
}
