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

/** What a journal that syncs its records needs: a clock, and the instant of its next sync. */
export interface Syncing {
  /** Runs after the time that a sync of the disk takes, unless the process is dead by then. */
  readonly later: (run: () => void) => void;
  /** Units of leased calls are in a record whose answers wait for the disk, or no longer. */
  readonly waiting: (client: string, month: string, units: number) => void;
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

/** The journals on a machine's disk, of its process and of dead ones. */
export class Journal {
  #records: Record[] = [];
  /** Number of the first records that a loss of power leaves. */
  #synced = 0;

  /** What dead processes left. It stays on the disk until it is `removed`. */
  left(): { readonly holder: string; readonly calls: UncountedCalls }[] {
    const byHolder = Map.groupBy(this.#records, ({ holder }) => holder);
    return Array.from(byHolder, ([holder, records]) => {
      return {
        holder,
        calls: leftBy(
          holder,
          records.flatMap(({ facts }) => facts),
        ),
      };
    });
  }

  /** Removes the journal of a process. */
  removed(holder: string): void {
    this.#synced = this.#records.slice(0, this.#synced).filter((record) => record.holder !== holder).length;
    this.#records = this.#records.filter((record) => record.holder !== holder);
  }

  /**
   * The journal of a process on this machine.
   *
   * @param syncing set with `DURABILITY=power`
   */
  of(holder: string, syncing: Syncing | null = null): HolderJournal {
    const sources: (() => Iterable<readonly Fact[]>)[] = [];
    const append = (facts: readonly Fact[]) => void this.#records.push({ holder, facts });
    return {
      keep: (unsettled) => void sources.push(unsettled),
      append:
        syncing === null
          ? (facts, recorded) => {
              append(facts);
              recorded(null);
            }
          : this.#syncedAppend(append, syncing),
      compact: () => {
        this.removed(holder);
        // A file keeps its old records until the new one is on the disk.
        this.#records.splice(this.#synced, 0, {
          holder,
          facts: sources.flatMap((unsettled) => [...unsettled()].flat()),
        });
        this.#synced += 1;
      },
    };
  }

  /** A loss of power: the records that the disk does not have are lost, but for the first ones. */
  losePower(random: Random): void {
    this.#synced += random.below(this.#records.length - this.#synced + 1);
    this.#records.length = this.#synced;
  }

  /** Answers wait until the disk has their records. All records that wait are synced together, one group at a time. */
  #syncedAppend(append: (facts: readonly Fact[]) => void, { later, waiting, early }: Syncing) {
    const known = new Map<string, ReadonlyMap<string, number>>();
    let group: (() => void)[] = [];
    let running = false;
    const sync = () => {
      if (running || group.length === 0) return;
      running = true;
      const answers = group;
      group = [];
      const last = this.#records.at(-1);
      later(() => {
        this.#synced = Math.max(this.#synced, last === undefined ? 0 : this.#records.indexOf(last) + 1);
        running = false;
        for (const answer of answers) answer();
        sync();
      });
    };
    return (facts: readonly Fact[], recorded: (error: Error | null) => void) => {
      const uses = facts.filter((fact) => !('kind' in fact) && fact.epoch !== ANY_EPOCH) as LeasedUse[];
      const added = uses.map((use) => [use, unitsBeyond(known, use)] as const);
      append(facts);
      if (early) return recorded(null);
      for (const [{ client, month }, units] of added) waiting(client, month, units);
      group.push(() => {
        for (const [{ client, month }, units] of added) waiting(client, month, -units);
        recorded(null);
      });
      sync();
    };
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
