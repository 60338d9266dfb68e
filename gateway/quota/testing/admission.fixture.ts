import { setImmediate } from 'node:timers/promises';
import {
  Admission,
  type AdmissionOptions,
  type AdmissionRequest,
  AdmissionUnavailable,
  type Decision,
  type Loss,
} from '../admission/admission.ts';
import type { Admit, Checkpoint, GiveBack, Limits, Settle } from '../contract.ts';
import { usedUnits } from '../model/affordability.ts';
import { EMPTY_CHECKPOINT, LIMITS, NOON, RESULT } from './contract/caller.ts';
import { wholeSnapshot } from './contract/whole-snapshot.ts';
import { MODEL_RULES, ModelStore } from './simulation/model-store.ts';

/** The model as a store whose answers can be held back, lost or replaced by errors. */
export class ScriptedStore extends ModelStore {
  readonly commands: Admit[] = [];
  readonly calls: (readonly Admit[])[] = [];
  /** How the next commands fare: `silent` runs them and loses the answer, `away` does not run them. */
  mood: 'well' | 'held' | 'silent' | 'away' = 'well';
  #held: { commands: readonly Admit[]; settle: Settle }[] = [];

  override admit(commands: readonly Admit[], settle: Settle): void {
    this.calls.push(commands);
    this.commands.push(...commands);
    if (this.mood === 'held') this.#held.push({ commands, settle });
    else if (this.mood === 'well') super.admit(commands, settle);
    else {
      if (this.mood === 'silent') super.admit(commands, () => {});
      for (const index of commands.keys()) settle(index, new Error('timed out'));
    }
  }

  override async giveBack(command: GiveBack): Promise<'returned' | 'gone' | 'duplicate'> {
    if (this.mood === 'away') throw new Error('away');
    const answer = await super.giveBack(command);
    if (this.mood === 'silent') throw new Error('timed out');
    return answer;
  }

  release(): void {
    this.mood = 'well';
    for (const { commands, settle } of this.#held.splice(0)) super.admit(commands, settle);
  }

  /** Fails the held commands, which never run. */
  drop(): void {
    for (const { commands, settle } of this.#held.splice(0)) {
      for (const index of commands.keys()) settle(index, new Error('timed out'));
    }
  }
}

/** An admission over a scripted store, with a clock and SQL that the test sets. */
export class Bench {
  readonly store = new ScriptedStore(MODEL_RULES, () => this.now);
  readonly admission: Admission;
  readonly warnings: string[] = [];
  readonly checkpoints: string[] = [];
  readonly losses: Loss[] = [];
  /** The clock of the store, and the error of the process's reading of it. */
  now = NOON;
  skew = 0;
  checkpoint: () => Promise<Checkpoint> = async () => EMPTY_CHECKPOINT;
  /** The limits in SQL. */
  limits: Limits = LIMITS;
  #later: (() => void)[] = [];

  constructor(options: Pick<AdmissionOptions, 'newKeys' | 'leases'> = {}) {
    this.admission = new Admission({
      ...options,
      store: this.store,
      clock: () => this.now + this.skew,
      process: 'process-1',
      loadCheckpoint: (client, month) => {
        this.checkpoints.push(`${client} ${month}`);
        return this.checkpoint();
      },
      loadLimits: async () => this.limits,
      lost: (loss) => void this.losses.push(loss),
      log: { warn: (_fields, message) => void this.warnings.push(message) },
      schedule: {
        turn: (run) => void globalThis.setImmediate(run),
        after: (_ms, run) => void this.#later.push(run),
      },
    });
  }

  ask(changes: Partial<AdmissionRequest> = {}, limits: Partial<Limits> = {}): Promise<Decision> {
    const request = { client: 'client-1', item: RESULT, reserve: false, ...changes };
    return new Promise((resolve, reject) => {
      this.admission.admit({ ...request, limits: { ...LIMITS, ...limits } }, (error, decision) =>
        error === null ? resolve(decision) : reject(error),
      );
    });
  }

  askMany(count: number, changes: Partial<AdmissionRequest> = {}, limits: Partial<Limits> = {}): Promise<Decision[]> {
    return Promise.all(Array.from({ length: count }, () => this.ask(changes, limits)));
  }

  async outcome(changes: Partial<AdmissionRequest> = {}, limits: Partial<Limits> = {}): Promise<string> {
    return (await this.ask(changes, limits)).verdict.outcome;
  }

  /** Runs the timers of a second. */
  async second(): Promise<void> {
    for (const run of this.#later.splice(0)) run();
    await this.settled();
  }

  /** Runs everything that can run now. */
  async settled(): Promise<void> {
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  }

  async used(client = 'client-1'): Promise<number> {
    const counter = (await this.store.counters(client, '2026-11'))?.counter;
    return counter === undefined ? 0 : usedUnits(counter);
  }

  async usage(client = 'client-1'): Promise<string[]> {
    const usage = (await wholeSnapshot(this.store, client, '2026-11'))?.usage ?? [];
    return usage.map((row) => `${row.key} ${row.calculator} ${row.status} ${row.calls}/${row.units}`).sort();
  }
}

/** Expects an admission to fail and returns its error. */
export async function unavailable(asked: Promise<unknown>): Promise<AdmissionUnavailable> {
  const outcome = await asked.catch((error: unknown) => error);
  if (outcome instanceof AdmissionUnavailable) return outcome;
  throw new Error('the admission did not fail', { cause: outcome });
}
