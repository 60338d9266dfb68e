import { Admission, type Decision, type Reservation } from '../../../quota/admission/admission.ts';
import type { CounterStore, Snapshot } from '../../../quota/contract.ts';
import { units } from '../../../quota/model/affordability.ts';
import { readCheckpoint } from '../../../usage/checkpoint.ts';
import { MoneyViolation } from './truth.ts';
import { WatchedStore } from './watched-store.ts';
import type { MoneyWorld } from './world.ts';

/** A gateway process: its admission, and the state that is lost when it is killed. */
export interface Process {
  readonly name: string;
  readonly store: CounterStore;
  readonly admission: Admission;
  /** Snapshots that it has read but not saved. */
  readonly unsaved: Snapshot[];
  /** Forwarded calls without an answer yet. */
  readonly forwarded: Reservation[];
}

/** The processes that answer the client's calls, and the units of their answers. */
export class Processes {
  readonly #world: MoneyWorld;
  #all: Process[] = [];
  #born = 0;
  #violation: unknown = null;
  /** Units of answered calls, and of calls whose process died before it could answer. */
  #answered = 0;
  #unanswered = 0;

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
      // The simulation flushes explicitly: nothing may run in the background.
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

  /** Sends up to four calls at once: in-process calls with a known outcome, or calls to be forwarded. */
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

  /** Answers a forwarded call: with a result, or with a failure that costs nothing. */
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

  /** Kills a process while calls are in flight: they may be counted but are never answered. */
  async kill(): Promise<void> {
    const struck = this.any;
    const sent = this.#world.random.chance(0.5) ? await this.#send(struck) : [];
    for (const { split } of [...sent.map(({ verdict }) => verdict), ...struck.forwarded]) {
      this.#unanswered += units(split);
    }
    this.#all = this.#all.map((process) => (process === struck ? this.#start() : process));
  }

  /** The used units must equal the answered calls with a result, the calls in flight, and those in flight at a kill. */
  hold(): void {
    if (this.#violation !== null) throw this.#violation;
    const used = [...this.#world.truth.months.values()].reduce((sum, { units: account }) => sum + account.net, 0);
    const open = this.#all.flatMap(({ forwarded }) => forwarded).reduce((sum, { split }) => sum + units(split), 0);
    if (used === this.#answered + this.#unanswered + open) return;
    const calls = `${this.#answered} units answered, ${this.#unanswered} unanswered, ${open} forwarded`;
    throw new MoneyViolation(`${calls}, and ${used} used`);
  }
}
