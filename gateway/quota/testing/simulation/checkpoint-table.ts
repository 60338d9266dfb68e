import type { CheckpointedCounters } from '../../admission/watermarks.ts';
import type { Checkpoint, ContainedCommands, Snapshot, UnitBreakdown, UsageRow } from '../../contract.ts';
import { units } from '../../model/affordability.ts';
import { laterCommands, NO_COMMANDS } from '../../model/state.ts';
import type { UsageOfEpoch } from '../../read-snapshot.ts';

type MonthRow = Checkpoint['months'][number];
type CreditRow = Checkpoint['credits'][number];

/** The checkpoint tables of SQL, in memory: absolute values per epoch, where the greater value wins. */
export class CheckpointTable {
  readonly #months = new Map<string, Map<string, MonthRow>>();
  readonly #credits = new Map<string, Map<string, CreditRow>>();
  readonly #usage = new Map<string, Map<string, UsageRow>>();
  readonly #commands = new Map<string, Map<string, ContainedCommands>>();

  /** Saves a snapshot and returns the values now held for its epochs. */
  save({ client, month, counter, credits, usage, commands = NO_COMMANDS }: Snapshot): CheckpointedCounters {
    const { epoch } = counter;
    const months = rows(this.#months, `${client} ${month}`);
    const before = months.get(epoch);
    if (before === undefined || countedBy(counter) >= countedBy(before)) {
      rows(this.#commands, `${client} ${month}`).set(epoch, commands);
    }
    const admitted = greater(before?.admitted, counter.admitted);
    months.set(epoch, { epoch, admitted, returned: greater(before?.returned, counter.returned) });
    const creditRows = rows(this.#credits, client);
    const spent = creditRows.get(credits.epoch);
    const taken = Math.max(spent?.taken ?? 0, credits.taken);
    const returned = Math.max(spent?.returned ?? 0, credits.returned);
    creditRows.set(credits.epoch, { epoch: credits.epoch, taken, returned });
    this.saveUsage({ of: { client, month, epoch }, rows: usage });
    return { client, month, counter: { epoch, admitted }, credits: { epoch: credits.epoch, taken } };
  }

  saveUsage({ of: { client, month, epoch }, rows: read }: UsageOfEpoch): void {
    const usageRows = rows(this.#usage, `${client} ${month}`);
    for (const row of read) {
      const id = [epoch, row.day, row.key, row.calculator, row.status].join(' ');
      const old = usageRows.get(id);
      usageRows.set(id, {
        ...row,
        calls: Math.max(old?.calls ?? 0, row.calls),
        units: Math.max(old?.units ?? 0, row.units),
      });
    }
  }

  /** Adds checkpointed units under an epoch that no store of this test ever had. */
  addForeign(client: string, month: string, included: number): void {
    const admitted = { included, overage: 0, credits: 0 };
    rows(this.#months, `${client} ${month}`).set('foreign', { epoch: 'foreign', admitted, returned: NONE });
  }

  /**
   * The checkpoint of a client and month. `beyond` is added to every epoch, as if the store had lost that many units.
   */
  read(client: string, month: string, beyond = 0): Checkpoint {
    const months = [...rows(this.#months, `${client} ${month}`).values()];
    const families = new Map<string, number>();
    for (const { key, status, units } of rows(this.#usage, `${client} ${month}`).values()) {
      const family = familyOf(key);
      families.set(family, (families.get(family) ?? 0) + (status === 'returned' ? -units : units));
    }
    return {
      months: months.map((row) => ({
        ...row,
        admitted: { ...row.admitted, included: row.admitted.included + beyond },
      })),
      credits: [...rows(this.#credits, client).values()],
      families: Array.from(families, ([family, units]) => ({ family, units })),
      commands: [...rows(this.#commands, `${client} ${month}`).values()].reduce(laterCommands, NO_COMMANDS),
    };
  }

  /** Usage rows of a client and month under all epochs. */
  usage(client: string, month: string): UsageRow[] {
    return [...rows(this.#usage, `${client} ${month}`).values()];
  }
}

/** The family of a test key: `key-2` and its successor `key-2b` belong to `family-2`. */
export function familyOf(key: string): string {
  return key.replace(/^key-(\d+).*$/, 'family-$1');
}

function countedBy({ admitted, returned }: Pick<MonthRow, 'admitted' | 'returned'>): number {
  return units(admitted) + units(returned);
}

const NONE: UnitBreakdown = { included: 0, overage: 0, credits: 0 };

function rows<V>(table: Map<string, Map<string, V>>, id: string): Map<string, V> {
  let found = table.get(id);
  if (found === undefined) {
    found = new Map();
    table.set(id, found);
  }
  return found;
}

function greater(a: UnitBreakdown = NONE, b: UnitBreakdown): UnitBreakdown {
  return {
    included: Math.max(a.included, b.included),
    overage: Math.max(a.overage, b.overage),
    credits: Math.max(a.credits, b.credits),
  };
}
