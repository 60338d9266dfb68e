import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Admit,
  AdmitAnswer,
  Checkpoint,
  GiveBack,
  Keep,
  Limits,
  Loaded,
  MonthCounters,
  Recalled,
  RecallingStore,
  Settle,
  UsageEpoch,
  UsageName,
  UsagePage,
  UsageRow,
} from '../../contract.ts';
import { ask, NOON } from '../contract/caller.ts';
import { MODEL_RULES, ModelStore } from '../simulation/model-store.ts';

/**
 * How commands fare: `silent` commands run without an answer, `late` ones run some time after the store has recovered.
 */
export type Mood = 'well' | 'silent' | 'late' | 'away';

/** Fails the commands of a client with corrupt records. */
export class BrokenRecords extends Error {}

/** The model as a store with outages. */
export class MoodyStore implements RecallingStore {
  /** The clock of the store, for holds. */
  now = NOON;
  readonly model = new ModelStore(MODEL_RULES, () => this.now);
  /** Clients whose commands fail, whatever the mood. */
  readonly broken = new Set<string>();
  #mood: Mood = 'well';
  #late: (() => unknown)[] = [];

  get mood(): Mood {
    return this.#mood;
  }

  set mood(mood: Mood) {
    this.#mood = mood;
    if (mood !== 'well') return;
    for (const [index, run] of this.#late.splice(0).entries()) setTimeout(run, index % 7);
  }

  admit(commands: readonly Admit[], settle: Settle): void {
    for (const [index, command] of commands.entries()) {
      this.#send(() => this.#admit(command)).then(
        (answer) => settle(index, answer),
        (error: unknown) => settle(index, error instanceof Error ? error : new Error(String(error))),
      );
    }
  }

  recall(command: Admit): Promise<Recalled> {
    return this.#send(() => this.model.recall(command));
  }

  giveBack(command: GiveBack): Promise<'returned' | 'gone' | 'duplicate'> {
    return this.#send(() => this.model.giveBack(command));
  }

  keep(command: Keep): Promise<'kept' | 'counted' | 'gone'> {
    return this.#send(() => this.model.keep(command));
  }

  returnHolds(): Promise<readonly GiveBack[]> {
    return this.#send(() => this.model.returnHolds());
  }

  fence(client: string, process: string, sequence: number): Promise<number> {
    return this.#send(() => this.model.fence(client, process, sequence));
  }

  writeLimits(client: string, limits: Limits): Promise<void> {
    return this.#send(() => this.model.writeLimits(client, limits));
  }

  load(client: string, month: string, checkpoint: Checkpoint): Promise<Loaded> {
    return this.#send(() => this.model.load(client, month, checkpoint));
  }

  tally(client: string, month: string, rows: readonly UsageRow[]): Promise<'tallied' | 'gone'> {
    return this.#send(() => this.model.tally(client, month, rows));
  }

  counters(client: string, month: string): Promise<MonthCounters | null> {
    return this.#send(() => this.model.counters(client, month));
  }

  usage(of: UsageEpoch, names: readonly UsageName[]): Promise<readonly UsageRow[] | null> {
    return this.#send(() => this.model.usage(of, names));
  }

  usagePage(of: UsageEpoch): Promise<UsagePage | null> {
    return this.#send(() => this.model.usagePage(of));
  }

  async close(): Promise<void> {}

  async #admit(command: Admit): Promise<AdmitAnswer> {
    if (this.broken.has(command.client)) throw new BrokenRecords(command.client);
    return ask(this.model, command);
  }

  async #send<T>(run: () => Promise<T>): Promise<T> {
    if (this.#mood === 'silent') await run();
    if (this.#mood === 'late') this.#late.push(run);
    if (this.#mood === 'well') return run();
    await sleep(2);
    throw new Error(`the store is ${this.#mood}`);
  }
}
