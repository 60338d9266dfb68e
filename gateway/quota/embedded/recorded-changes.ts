import type { Item, Keep } from '../contract.ts';
import type { Durability } from '../journal/journal.ts';
import { keep } from '../model/holds.ts';
import { apply, type Changes, type ClientState, NO_CHANGES } from '../model/state.ts';
import type { ClientsInMemory, Held } from './clients-in-memory.ts';
import type { CounterJournal } from './counter-journal.ts';
import type { CounterTables } from './embedded-tables.ts';
import { journalLine } from './journal-lines.ts';

/** What one command does to one client. */
interface Decision {
  readonly held: Held;
  readonly client: string;
  readonly changes: Changes;
}

/** A change to one client that waits for the end of the turn. */
interface AskedChange {
  readonly client: string;
  /** Decides on what the client holds then. */
  readonly decision: () => Decision;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** A call to keep, and its caller. */
interface AskedKeep {
  readonly command: Keep;
  readonly resolve: (answer: 'kept' | 'counted' | 'gone') => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The changes of the embedded store. Those of one turn of the event loop share records. A record is written before its
 * changes are applied, so a failed write changes nothing.
 */
export class RecordedChanges {
  readonly #journal: CounterJournal;
  readonly #clients: ClientsInMemory;
  readonly #tables: CounterTables;
  readonly #durability: Durability;
  /** Calls to keep of this turn. Their holds end in one record. */
  #keeps: AskedKeep[] = [];
  /** The other changes of this turn, in order. */
  #changes: AskedChange[] = [];

  constructor(journal: CounterJournal, clients: ClientsInMemory, tables: CounterTables, durability: Durability) {
    this.#journal = journal;
    this.#clients = clients;
    this.#tables = tables;
    this.#durability = durability;
  }

  /**
   * Writes a record of decided changes, then applies them.
   *
   * @returns the number of the record; 0 if none was needed
   */
  write(decisions: readonly Decision[]): number {
    let lines = '';
    for (const { held, client, changes } of decisions) lines += journalLine(client, changes, held.names);
    const number = lines === '' ? 0 : this.#journal.append(lines);
    for (const { held, client, changes } of decisions) {
      apply(held.state, changes);
      if (number > 0) this.#clients.changed(held, client, changes, number);
    }
    return number;
  }

  /** Calls `durable` once the record survives what `DURABILITY` says, or with the error of its sync. */
  whenDurable(number: number, durable: (error: Error | null) => void): void {
    if (number === 0 || this.#durability === 'process') durable(null);
    else this.#journal.whenStored(number, durable);
  }

  /** Decides, writes and applies one command at the end of the turn, and answers once it is durable. */
  change<A extends { changes: Changes }>(
    client: string,
    month: string,
    days: readonly string[],
    decideOn: (state: ClientState) => A,
    once?: Item['once'],
  ): Promise<A> {
    return new Promise((resolve, reject) => {
      let answer: A;
      const decision = (): Decision => {
        const held = this.#clients.get(client, month, ...days);
        if (once !== undefined) this.#clients.readKey(held, client, once.key);
        answer = decideOn(held.state);
        return { held, client, changes: answer.changes };
      };
      this.#changes.push({ client, decision, resolve: () => resolve(answer), reject });
      if (this.#changes.length === 1) setImmediate(() => this.#changeAll());
    });
  }

  /** Ends a hold at the end of the turn, and answers once that is durable. */
  keep(command: Keep): Promise<'kept' | 'counted' | 'gone'> {
    return new Promise((resolve, reject) => {
      this.#keeps.push({ command, resolve, reject });
      if (this.#keeps.length === 1) setImmediate(() => this.#keepAll());
    });
  }

  /** Makes the changes that wait for the end of the turn. */
  flush(): void {
    this.#keepAll();
    this.#changeAll();
  }

  /** Ends the holds of the calls to keep. Most of them change nothing else, and share one record. */
  #keepAll(): void {
    const ending = new Map<string, { readonly holds: Map<string, null>; readonly asked: AskedKeep[] }>();
    for (const asked of this.#keeps.splice(0)) {
      const { client, month, day, hold, once } = asked.command;
      try {
        if (!this.#onlyEndsHold(asked.command)) {
          const kept = this.change(client, month, [day], (state) => keep(state, asked.command), once);
          kept.then(({ answer }) => asked.resolve(answer), asked.reject);
          continue;
        }
        const ofClient = ending.get(client) ?? { holds: new Map<string, null>(), asked: [] };
        ending.set(client, ofClient);
        ofClient.holds.set(hold, null);
        ofClient.asked.push(asked);
      } catch (error) {
        asked.reject(error);
      }
    }
    this.#changeTogether(
      Array.from(ending, ([client, { holds, asked }]) => ({
        client,
        decision: () => ({ held: this.#clients.get(client, ''), client, changes: { ...NO_CHANGES, holds } }),
        resolve: () => asked.forEach(({ resolve }) => void resolve('kept')),
        reject: (error) => asked.forEach(({ reject }) => void reject(error)),
      })),
    );
  }

  #onlyEndsHold(command: Keep): boolean {
    const { state } = this.#clients.get(command.client, command.month);
    if (command.once !== undefined || state.holds.get(command.hold)?.returned !== false) return false;
    return keep(state, command).answer === 'kept';
  }

  /** Makes the first change of each client in one record, then the second ones, and so on. */
  #changeAll(): void {
    const records: AskedChange[][] = [];
    const changes = new Map<string, number>();
    for (const asked of this.#changes.splice(0)) {
      const before = changes.get(asked.client) ?? 0;
      changes.set(asked.client, before + 1);
      records[before] ??= [];
      records[before].push(asked);
    }
    for (const record of records) this.#changeTogether(record);
  }

  /** Makes changes of different clients in one record. */
  #changeTogether(asked: readonly AskedChange[]): void {
    const decided: AskedChange[] = [];
    const decisions: Decision[] = [];
    this.#tables.reading(() => {
      for (const one of asked) {
        try {
          decisions.push(one.decision());
          decided.push(one);
        } catch (error) {
          one.reject(error);
        }
      }
    });
    try {
      this.whenDurable(this.write(decisions), (error) => {
        for (const { resolve, reject } of decided) error === null ? resolve() : reject(error);
      });
    } catch (error) {
      for (const { reject } of decided) reject(error);
    }
  }
}
