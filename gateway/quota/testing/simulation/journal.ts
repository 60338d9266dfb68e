import type { LeasedUse, LeaseJournal } from '../../admission/lease-journal.ts';
import type { Replay } from '../../admission/replay.ts';
import type { Admit, Item, Keep, LeasedRow } from '../../contract.ts';
import { reportsOfLeft } from '../../redis/leases/left-leases.ts';
import type { Random } from './random.ts';

/** An unanswered command, and its calls that were answered anyway. */
export interface Doubt {
  readonly command: Admit;
  readonly answered: Item[];
}

type Leased = Map<string, { readonly holder: string; readonly use: LeasedUse; readonly settled: boolean }>;

/** What a journal that syncs its records needs: a clock, and the instant of its next sync. */
export interface Syncing {
  /** Runs after the time that a sync of the disk takes, unless the process is dead by then. */
  readonly later: (run: () => void) => void;
  /** Units are in a record whose answers wait for the disk, or no longer. */
  readonly waiting: (client: string, month: string, units: number) => void;
  /** Whether answers leave before the disk has their records: a planted mistake. */
  readonly early: boolean;
}

/** The journal on a machine's disk: calls answered without the store, until they are known to be counted. */
export class Journal {
  readonly doubts = new Set<Doubt>();
  readonly replays = new Set<Replay>();
  /** Charged forwarded calls that the store may not know of. */
  readonly keeps = new Set<Keep>();
  /** What leases of each process have admitted. The file keeps it for a while after the store has counted it. */
  leased: Leased = new Map();
  /** The same as the disk has it, and the changes that it lacks. With `DURABILITY=power` only. */
  #synced: Leased = new Map();
  #unsynced: ((leased: Leased) => void)[] = [];

  /** Number of answered calls in the journal. */
  get calls(): number {
    let calls = this.keeps.size;
    for (const { answered } of this.doubts) calls += answered.length;
    for (const { items, lease } of this.replays) {
      calls += items.length;
      for (const row of lease?.report?.rows ?? []) calls += row.calls;
    }
    for (const { use, settled } of this.leased.values()) if (!settled) for (const row of use.rows) calls += row.calls;
    return calls;
  }

  /** Takes what dead processes left of their leases, as reports of a successor. */
  takeLeft(): Replay[] {
    const byHolder = Map.groupBy(this.leased.values(), ({ holder }) => holder);
    this.leased = new Map();
    return Array.from(byHolder, ([holder, left]) =>
      reportsOfLeft(
        holder,
        left.map(({ use }) => use).toSorted((a, b) => a.number - b.number),
      ),
    ).flat();
  }

  /**
   * The journal of the leases of a process on this machine.
   *
   * @param syncing set with `DURABILITY=power`
   */
  leasesOf(holder: string, syncing: Syncing | null = null): LeaseJournal {
    const change = (run: (leased: Leased) => void) => {
      run(this.leased);
      if (syncing !== null) this.#unsynced.push(run);
    };
    const append = (uses: readonly LeasedUse[]) => change((leased) => addTo(leased, holder, uses));
    const settled = (client: string, number: number) => {
      const id = `${holder} ${client} ${number}`;
      change((leased) => {
        const known = leased.get(id);
        if (known !== undefined) leased.set(id, { ...known, settled: true });
      });
    };
    return {
      keep: () => {},
      append:
        syncing === null
          ? (uses, recorded) => {
              append(uses);
              recorded(null);
            }
          : this.#syncedAppend(holder, append, syncing),
      settled,
    };
  }

  /** A loss of power: the records that the disk does not have are lost, but for the first ones. */
  losePower(random: Random): void {
    const written = this.#unsynced.slice(0, random.below(this.#unsynced.length + 1));
    for (const run of written) run(this.#synced);
    this.#unsynced = [];
    this.leased = new Map(this.#synced);
  }

  /** Answers wait until the disk has their records. All records that wait are synced together, one group at a time. */
  #syncedAppend(holder: string, append: (uses: readonly LeasedUse[]) => void, syncing: Syncing) {
    const { later, waiting, early } = syncing;
    let group: (() => void)[] = [];
    let running = false;
    const sync = () => {
      if (running || group.length === 0) return;
      running = true;
      const answers = group;
      group = [];
      const records = this.#unsynced.length;
      later(() => {
        for (const run of this.#unsynced.splice(0, records)) run(this.#synced);
        running = false;
        for (const answer of answers) answer();
        sync();
      });
    };
    return (uses: readonly LeasedUse[], recorded: (error: Error | null) => void) => {
      const added = uses.map(
        (use) => [use, unitsBeyond(this.leased.get(`${holder} ${use.client} ${use.number}`)?.use, use)] as const,
      );
      append(uses);
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

function addTo(leased: Leased, holder: string, uses: readonly LeasedUse[]): void {
  for (const use of uses) {
    const id = `${holder} ${use.client} ${use.number}`;
    const rows = new Map(leased.get(id)?.use.rows.map((row) => [nameOf(row), row]));
    for (const row of use.rows) rows.set(nameOf(row), row);
    leased.set(id, { holder, use: { ...use, rows: [...rows.values()] }, settled: false });
  }
}

/** Units of the rows of a use beyond what is known of them. A lease whose calls moved to another one has fewer. */
function unitsBeyond(known: LeasedUse | undefined, { rows }: LeasedUse): number {
  const before = new Map(known?.rows.map((row) => [nameOf(row), row.units]));
  return rows.reduce((sum, row) => sum + Math.max(0, row.units - (before.get(nameOf(row)) ?? 0)), 0);
}

function nameOf({ day, key, calculator, status }: LeasedRow): string {
  return [day, key, calculator, status].join(' ');
}
