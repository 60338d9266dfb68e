import type { LeasedUse, LeaseJournal } from '../../admission/lease-journal.ts';
import type { Replay } from '../../admission/replay.ts';
import type { Admit, Item, Keep, LeasedRow } from '../../contract.ts';

/** An unanswered command, and its calls that were answered anyway. */
export interface Doubt {
  readonly command: Admit;
  readonly answered: Item[];
}

/** The journal on a machine's disk: calls answered without the store, until they are known to be counted. */
export class Journal {
  readonly doubts = new Set<Doubt>();
  readonly replays = new Set<Replay>();
  /** Charged forwarded calls that the store may not know of. */
  readonly keeps = new Set<Keep>();
  /** What leases of each process have admitted and the store may not have counted. */
  readonly leased = new Map<string, { readonly holder: string; readonly use: LeasedUse }>();

  /** Number of answered calls in the journal. */
  get calls(): number {
    let calls = this.keeps.size;
    for (const { answered } of this.doubts) calls += answered.length;
    for (const { items, lease } of this.replays) {
      calls += items.length;
      for (const row of lease?.report?.rows ?? []) calls += row.calls;
    }
    for (const { use } of this.leased.values()) for (const row of use.rows) calls += row.calls;
    return calls;
  }

  /** The journal of the leases of a process on this machine. */
  leasesOf(holder: string): LeaseJournal {
    return {
      keep: () => {},
      append: (uses, recorded) => {
        for (const use of uses) {
          const id = `${holder} ${use.client} ${use.number}`;
          const rows = new Map(this.leased.get(id)?.use.rows.map((row) => [nameOf(row), row]));
          for (const row of use.rows) rows.set(nameOf(row), row);
          this.leased.set(id, { holder, use: { ...use, rows: [...rows.values()] } });
        }
        recorded(null);
      },
      settled: (client, number) => void this.leased.delete(`${holder} ${client} ${number}`),
    };
  }
}

function nameOf({ day, key, calculator, status }: LeasedRow): string {
  return [day, key, calculator, status].join(' ');
}
