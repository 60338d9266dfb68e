import { sql } from 'kysely';
import { createClient } from '../../accounts/clients.ts';
import { readLimits } from '../../accounts/limits.ts';
import { setPlan } from '../../accounts/plans.ts';
import { type Admission, createAdmission, type Decision } from '../../quota/admission.ts';
import { units } from '../../quota/affordability.ts';
import { monthEnd, monthOf } from '../../quota/calendar.ts';
import type { CounterStore, Limits, OverageMode, Snapshot } from '../../quota/contract.ts';
import { ModelStore } from '../../quota/simulation/model-store.ts';
import { Random } from '../../quota/simulation/random.ts';
import { readFold, saveFold } from '../../records/fold.ts';
import type { Records } from '../../records/records.ts';
import { monthUsage } from '../../usage/report.ts';
import { balanceOf, postEntry } from '../ledger.ts';
import { settleMonth } from '../settlement.ts';

/** A broken guarantee of the money. */
export class MoneyViolation extends Error {}

export interface MoneyOptions {
  /** Default: the model, which can lose its data. */
  readonly store?: CounterStore;
  /** A part that is broken on purpose: the simulation has to find it. */
  readonly settle?: typeof settleMonth;
  readonly save?: typeof saveFold;
}

/** A gateway process: its admission, and snapshots that it has read and not saved yet. */
interface Process {
  readonly name: string;
  readonly admission: Admission;
  unsaved: Snapshot[];
}

const STEPS = 30;
const HOUR = 3_600_000;

/**
 * Runs one random schedule over real records: calls at several processes, top-ups and their replays, charge-backs, plan
 * changes, folds that are torn between their steps, settlements at any time, processes that die with calls in flight, and
 * a store that loses its data. Throws a {@link MoneyViolation} with the seed if the money is not right at any step.
 */
export async function simulateMoney(seed: number, records: Records, options: MoneyOptions = {}): Promise<void> {
  try {
    await new MoneySchedule(new Random(seed), records, seed, options).run();
  } catch (error) {
    if (error instanceof MoneyViolation) throw new MoneyViolation(`seed ${seed}: ${error.message}`);
    throw error;
  }
}

class MoneySchedule {
  readonly #random: Random;
  readonly #records: Records;
  readonly #name: string;
  readonly #settle: typeof settleMonth;
  readonly #save: typeof saveFold;
  readonly #store: CounterStore;
  #now = Date.UTC(2026, 9, 30);
  readonly #months = new Set<string>();
  #processes: Process[] = [];
  #born = 0;
  #client = '';
  #lossy = false;
  /** By source, what was entered by us: the truth of top-ups and adjustments. */
  readonly #granted = new Map<string, number>();
  /** Units and credits of calls that were answered, and of those whose process died before it could answer. */
  readonly #answered = { units: 0, credits: 0, unheard: 0 };
  #chargedBack = false;
  /** Units that were folded: a fold never takes any back. */
  #folded = 0;
  /** Credits that the folds have shown as taken. */
  #mostRecorded = 0;

  constructor(random: Random, records: Records, seed: number, { store, settle, save }: MoneyOptions) {
    this.#random = random;
    this.#records = records;
    this.#name = `${seed}-${Math.random()}`;
    this.#store = store ?? new ModelStore();
    this.#settle = settle ?? settleMonth;
    this.#save = save ?? saveFold;
  }

  async run(): Promise<void> {
    const client = { name: this.#name, plan: 'free', admin: { name: 'Ann', email: null } };
    this.#client = (await createClient(this.#records, this.#actor, client)).clientId;
    await this.#changePlan();
    this.#processes = Array.from({ length: 1 + this.#random.below(3) }, () => this.#newProcess());
    const losing = this.#store instanceof ModelStore ? this.#store : null;
    const early = losing?.copy();
    let rewound = early;
    const steps = [
      () => this.#call(),
      () => this.#call(),
      () => this.#call(),
      () => this.#topUp(),
      () => this.#chargeBack(),
      () => this.#changePlan(),
      () => this.#readFold(),
      () => this.#saveFold(),
      () => this.#saveFold(),
      () => this.#settleAll(),
      () => this.#kill(),
      async () => this.#pass(),
      async () => {
        rewound = losing?.copy();
      },
    ];
    const mayLose = losing !== null && this.#random.chance(0.3);
    for (let step = 0; step < STEPS; step += 1) {
      await (steps[this.#random.below(steps.length)] ?? steps[0])?.();
      const lost = this.#random.chance(0.5) ? rewound : early;
      if (mayLose && lost !== undefined && this.#random.chance(0.05)) {
        this.#lossy = true;
        losing.restore(lost);
      }
      await this.#check();
    }
    await this.#finish();
  }

  get #actor() {
    return { name: 'simulation', at: this.#now, address: null };
  }

  #newProcess(): Process {
    this.#born += 1;
    const name = `${this.#name}-${this.#born}`;
    const admission = createAdmission({
      store: this.#store,
      clock: () => this.#now,
      process: name,
      loadFold: (client, month) => readFold(this.#records.db, client, month),
      loadLimits: () => this.#limits(),
      log: { warn: () => undefined },
      // The simulation flushes itself: nothing may run behind its back.
      schedule: { turn: (run) => setImmediate(run), after: () => undefined },
    });
    return { name, admission, unsaved: [] };
  }

  get #process(): Process {
    return this.#processes[this.#random.below(this.#processes.length)] ?? this.#newProcess();
  }

  async #limits(): Promise<Limits> {
    const limits = await readLimits(this.#records.db, this.#client);
    if (limits === null) throw new Error('the client is gone');
    return limits;
  }

  #admit({ admission }: Process, limits: Limits, charge: number, reserve: boolean): Promise<Decision> {
    const item = { charge, check: 1, key: 'key', cap: null, calculator: 'tdee', status: '2xx' } as const;
    return new Promise((resolve, reject) => {
      admission.admit({ client: this.#client, limits, item, reserve }, (error, decision) => {
        if (error) reject(error);
        else resolve(decision);
      });
    });
  }

  async #call(): Promise<void> {
    const limits = await this.#limits();
    const process = this.#process;
    const calls = Array.from({ length: 1 + this.#random.below(4) }, () => this.#random.chance(0.3));
    const decisions = await Promise.all(calls.map((reserve) => this.#admit(process, limits, 1, reserve)));
    for (const { verdict, reservation, month } of decisions) {
      this.#months.add(month);
      if (!this.#lossy && !this.#chargedBack && verdict.split.credits > 0 && verdict.spendable < 0) {
        throw new MoneyViolation('a credit was spent that was not there');
      }
      if (reservation !== null && this.#random.chance(0.5)) {
        process.admission.giveBack(reservation, '5xx');
        await process.admission.flush();
        continue;
      }
      if (reservation !== null) process.admission.keep(reservation);
      this.#answered.units += units(verdict.split);
      this.#answered.credits += verdict.split.credits;
    }
  }

  /** The process dies while calls are on their way: they may be counted, and are never answered. */
  async #kill(): Promise<void> {
    const struck = this.#process;
    const limits = await this.#limits();
    const flying = Array.from({ length: this.#random.below(4) }, () => this.#admit(struck, limits, 1, false));
    const landed = await Promise.all(flying);
    for (const { verdict, month } of landed) {
      this.#months.add(month);
      this.#answered.unheard += units(verdict.split);
    }
    this.#processes = this.#processes.map((process) => (process === struck ? this.#newProcess() : process));
  }

  async #topUp(): Promise<void> {
    const credits = 1 + this.#random.below(5);
    const source = `top-up:${this.#client}:${this.#random.below(6)}`;
    const entry = { clientId: this.#client, kind: 'top_up', source, note: null } as const;
    // Told again, a payment is that of the first time.
    const told = this.#granted.get(source) ?? credits;
    this.#granted.set(source, told);
    const times = Array.from({ length: 1 + this.#random.below(3) });
    const enter = () => this.#records.write((trx) => postEntry(trx, this.#actor, { ...entry, credits: told }));
    await Promise.all(times.map(enter));
  }

  async #chargeBack(): Promise<void> {
    if (this.#random.chance(0.7)) return;
    const source = `dispute:${this.#client}:${this.#random.below(2)}`;
    if (this.#granted.has(source)) return;
    this.#granted.set(source, -2);
    this.#chargedBack = true;
    const entry = { clientId: this.#client, kind: 'adjustment', credits: -2, source, note: null } as const;
    await this.#records.write((trx) => postEntry(trx, this.#actor, entry));
  }

  async #changePlan(): Promise<void> {
    const quota = this.#random.pick([0, 3, 8]);
    const mode = this.#random.pick<OverageMode>(['credits', 'credits', 'block', 'soft']);
    await setPlan(this.#records, this.#actor, this.#client, 'free', { quota, mode, burst: null, ceiling: null });
  }

  /** The first half of a fold; of a process that dies here the second never comes. */
  async #readFold(): Promise<void> {
    const process = this.#process;
    for (const month of this.#months) {
      const snapshot = await this.#store.snapshot(this.#client, month);
      if (snapshot !== null) process.unsaved.push(snapshot);
    }
  }

  /** The second half: now, late, out of order, and sometimes twice. */
  async #saveFold(): Promise<void> {
    const process = this.#process;
    const at = this.#random.below(Math.max(1, process.unsaved.length));
    const snapshot = process.unsaved[at];
    if (snapshot === undefined) return;
    if (this.#random.chance(0.7)) process.unsaved.splice(at, 1);
    for (const held of await this.#save(this.#records, snapshot)) process.admission.folded(held);
  }

  /** Two machines at the same time. */
  async #settleAll(): Promise<void> {
    for (const month of this.#months) {
      await Promise.all([1, 2].map(() => this.#settle(this.#records, this.#actor, month)));
    }
  }

  #pass(): void {
    const end = monthEnd(monthOf(this.#now));
    this.#now = this.#random.chance(0.3) ? end + HOUR : Math.min(end - 1, this.#now + this.#random.below(20) * HOUR);
  }

  /** Holds at every step, whatever was torn or lost. */
  async #check(): Promise<void> {
    const entries = await this.#records.db
      .selectFrom('ledger')
      .where('client_id', '=', this.#client)
      .select(['kind', 'credits', 'source'])
      .execute();
    const sum = entries.reduce((total, { credits }) => total + credits, 0);
    const balance = await balanceOf(this.#records.db, this.#client);
    if (sum !== balance) throw new MoneyViolation(`the balance ${balance} is not the sum ${sum} of its entries`);
    const granted = [...this.#granted.values()].reduce((total, credits) => total + credits, 0);
    const entered = entries
      .filter(({ kind }) => kind !== 'settlement')
      .reduce((total, { credits }) => total + credits, 0);
    if (entered !== granted) throw new MoneyViolation(`${granted} credits were granted, ${entered} are entered`);
    let recorded = 0;
    for (const month of this.#months) recorded += (await monthUsage(this.#records.db, this.#client, month)).credits;
    const { admitted } = await this.#records.db
      .selectFrom('month_fold')
      .where('client_id', '=', this.#client)
      .select(sql<number>`cast(coalesce(sum(admitted_included + admitted_overage), 0) as bigint)`.as('admitted'))
      .executeTakeFirstOrThrow();
    if (admitted < this.#folded) throw new MoneyViolation(`${this.#folded} units were folded, now it is ${admitted}`);
    this.#folded = admitted;
    const settled = granted - balance;
    if (this.#lossy) return;
    // What is given back after a settlement comes back with the next one.
    this.#mostRecorded = Math.max(this.#mostRecorded, recorded);
    if (settled > this.#mostRecorded) {
      throw new MoneyViolation(`${settled} credits are settled, at most ${this.#mostRecorded} were recorded`);
    }
  }

  /** Everything is folded and settled: what is left of the credits is what was granted less what calls took. */
  async #finish(): Promise<void> {
    for (const month of this.#months) {
      const snapshot = await this.#store.snapshot(this.#client, month);
      for (const once of snapshot === null ? [] : [snapshot, snapshot]) await this.#save(this.#records, once);
    }
    await this.#settleAll();
    await this.#settleAll();
    const { db } = this.#records;
    const used = { units: 0, credits: 0 };
    for (const month of this.#months) {
      const usage = await monthUsage(db, this.#client, month);
      used.units += usage.used;
      used.credits += usage.credits;
    }
    const granted = [...this.#granted.values()].reduce((total, credits) => total + credits, 0);
    const balance = await balanceOf(db, this.#client);
    if (balance !== granted - used.credits) {
      throw new MoneyViolation(`of ${granted} credits ${used.credits} are used, and the balance is ${balance}`);
    }
    await this.#forget();
    if (this.#lossy) return;
    const { units: answered, credits, unheard } = this.#answered;
    if (used.units !== answered + unheard) {
      throw new MoneyViolation(`${answered} units were answered and ${unheard} in flight, ${used.units} are counted`);
    }
    if (used.credits < credits) throw new MoneyViolation(`${credits} credits were answered, ${used.credits} counted`);
  }

  /** The next schedule must not have to settle the clients of this one. */
  async #forget(): Promise<void> {
    const { db } = this.#records;
    await db.deleteFrom('month_fold').where('client_id', '=', this.#client).execute();
  }
}
