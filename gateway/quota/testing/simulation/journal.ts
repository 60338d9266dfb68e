import { ANY_EPOCH, type LeasedUse, type LeaseJournal } from '../../admission/lease-journal.ts';
import { rowId } from '../../model/leases.ts';
import type { Fact } from '../../redis/journal/facts.ts';
import { leftBy } from '../../redis/journal/left-behind.ts';
import type { UncountedCalls } from '../../redis/journal/uncounted-calls.ts';
import type { Random } from './random.ts';

interface Record {
  readonly holder: string;
  readonly facts: readonly Fact[];
}

/** What is recorded again, and the records that are then dropped. */
interface Rewriting {
  readonly parts: Iterator<readonly Fact[]>;
  readonly old: ReadonlySet<Record>;
}

/** Probability that a record begins a rewriting. */
const REWRITES = 0.5;

/** Where and how a process writes its journal. */
export interface JournalConditions {
  readonly random: Random;
  /** Whether the disk takes no record now. */
  readonly full: () => boolean;
  /** Set with `DURABILITY=power`. */
  readonly syncing: Syncing | null;
  /** Whether old records are dropped before everything is recorded again: a planted mistake. */
  readonly dropsEarly: boolean;
}

/** What a journal that syncs its records needs: a clock, and the instant of its next sync. */
export interface Syncing {
  /** Runs after the time that a sync of the disk takes, unless the process is dead by then. */
  readonly later: (run: () => void) => void;
  /** Units of leased calls are in a record whose answers wait for the disk, or no longer. */
  readonly waiting: (client: string, month: string, units: number) => void;
  /** Answers the calls that were decided at this moment, later. */
  readonly decidedNow: () => (answer: () => void) => void;
  /** Whether answers leave before the disk has their records: a planted mistake. */
  readonly early: boolean;
}

/** The journal of a process. */
export interface HolderJournal extends LeaseJournal {
  keep(unsettled: () => Iterable<readonly Fact[]>): void;
  append(facts: readonly Fact[], recorded: (error: Error | null) => void): void;
  /** Drops what is counted. */
  compact(): void;
}

/** The journals on a disk: of the processes that share it, and of dead ones. */
export class Journal {
  #records: Record[] = [];
  /** Number of the first records that a loss of power leaves. */
  #synced = 0;
  /** The running process that has the journal of each holder. */
  readonly #locks = new Map<string, string>();

  /** What dead processes left, which this process takes over. It stays on the disk until it is `removed`. */
  inherit(process: string): { readonly holder: string; readonly calls: UncountedCalls }[] {
    const left = this.#records.filter(({ holder }) => !this.#locks.has(holder));
    return Array.from(
      Map.groupBy(left, ({ holder }) => holder),
      ([holder, records]) => {
        this.#locks.set(holder, process);
        const facts = records.flatMap((record) => record.facts);
        return { holder, calls: leftBy(holder, facts) };
      },
    );
  }

  /** Another process may take over what this one had. */
  died(process: string): void {
    for (const [holder, by] of this.#locks) if (by === process) this.#locks.delete(holder);
  }

  /** Removes the journal of a dead process. */
  removed(holder: string): void {
    this.#drop((record) => record.holder === holder);
    this.#locks.delete(holder);
  }

  /**
   * The journal of a process on this machine. Now and then it records again what is not known to be counted, one part
   * behind each new record, and drops the records from before.
   */
  of(holder: string, { random, full, syncing, dropsEarly }: JournalConditions): HolderJournal {
    this.#locks.set(holder, holder);
    const sources: (() => Iterable<readonly Fact[]>)[] = [];
    const synced = syncing === null ? null : new SyncedAnswers(syncing, () => this.#syncTo());
    let rewriting: Rewriting | null = null;
    const add = (facts: readonly Fact[]) => void this.#records.push({ holder, facts });
    const rewrite = () => {
      if (rewriting === null) {
        if (!random.chance(REWRITES)) return;
        const old = new Set(this.#records.filter((record) => record.holder === holder));
        rewriting = { parts: inTurn(sources), old };
        if (dropsEarly) this.#drop((record) => old.has(record));
      }
      const { parts, old } = rewriting;
      const { done, value: facts } = parts.next();
      if (done !== true) return add(facts);
      rewriting = null;
      const drop = () => this.#drop((record) => old.has(record));
      if (synced === null) drop();
      else synced.whenStored(drop);
    };
    return {
      keep: (source) => void sources.push(source),
      append: (facts, recorded) => {
        if (full() && !isForSuccessor(facts)) {
          recorded(new Error('the disk is full'));
          return;
        }
        add(facts);
        if (synced === null) recorded(null);
        else synced.answer(facts, recorded);
        rewrite();
      },
      compact: () => {
        rewriting = null;
        this.#drop((record) => record.holder === holder);
        // A file keeps its old records until the new one is on the disk.
        this.#records.splice(this.#synced, 0, { holder, facts: [...inTurn(sources)].flat() });
        this.#synced += 1;
      },
    };
  }

  /** A loss of power: the records that the disk does not have are lost, but for the first ones. */
  losePower(random: Random): void {
    this.#synced += random.below(this.#records.length - this.#synced + 1);
    this.#records.length = this.#synced;
  }

  /** Everything that is written by now will be on the disk. Returns what happens then. */
  #syncTo(): () => void {
    const last = this.#records.at(-1);
    return () => {
      // Dropped records were on the disk.
      if (last !== undefined) this.#synced = Math.max(this.#synced, this.#records.indexOf(last) + 1);
    };
  }

  #drop(isDropped: (record: Record) => boolean): void {
    const stays = (record: Record) => !isDropped(record);
    this.#synced = this.#records.slice(0, this.#synced).filter(stays).length;
    this.#records = this.#records.filter(stays);
  }
}

/** Whether facts tell a successor only: the disk takes them, because a loss of them is a known limit (README.md). */
function isForSuccessor(facts: readonly Fact[]): boolean {
  return facts.some((fact) => ('kind' in fact ? fact.kind === 'resolved' : fact.rows.some(({ calls }) => calls === 0)));
}

function* inTurn(sources: readonly (() => Iterable<readonly Fact[]>)[]): Generator<readonly Fact[]> {
  for (const source of sources) yield* source();
}

/** Answers that wait until the disk has their records. All records that wait are synced together, one group at a time. */
class SyncedAnswers {
  readonly #syncing: Syncing;
  readonly #begin: () => () => void;
  readonly #known = new Map<string, ReadonlyMap<string, number>>();
  #group: (() => void)[] = [];
  #running = false;

  /** @param begin begins a sync of all records, and returns what happens at its end */
  constructor(syncing: Syncing, begin: () => () => void) {
    this.#syncing = syncing;
    this.#begin = begin;
  }

  /** Facts were recorded. */
  answer(facts: readonly Fact[], recorded: (error: Error | null) => void): void {
    const { waiting, decidedNow, early } = this.#syncing;
    if (early) {
      recorded(null);
      return;
    }
    const uses = facts.filter((fact) => !('kind' in fact) && fact.epoch !== ANY_EPOCH) as LeasedUse[];
    const added = uses.map((use) => [use, unitsBeyond(this.#known, use)] as const);
    for (const [{ client, month }, units] of added) waiting(client, month, units);
    const later = decidedNow();
    this.whenStored(() => {
      for (const [{ client, month }, units] of added) waiting(client, month, -units);
      later(() => recorded(null));
    });
  }

  /** Runs when the disk has all records of this moment. */
  whenStored(run: () => void): void {
    this.#group.push(run);
    this.#sync();
  }

  #sync(): void {
    if (this.#running || this.#group.length === 0) return;
    this.#running = true;
    const group = this.#group;
    this.#group = [];
    const end = this.#begin();
    this.#syncing.later(() => {
      end();
      this.#running = false;
      for (const run of group) run();
      this.#sync();
    });
  }
}

/** Units of the rows of a use beyond what is known of them. A lease whose calls moved to another one has fewer. */
function unitsBeyond(known: Map<string, ReadonlyMap<string, number>>, { client, number, rows }: LeasedUse): number {
  const id = `${client} ${number}`;
  const before = new Map(known.get(id));
  let beyond = 0;
  for (const row of rows) {
    beyond += Math.max(0, row.units - (before.get(rowId(row)) ?? 0));
    before.set(rowId(row), row.units);
  }
  known.set(id, before);
  return beyond;
}
