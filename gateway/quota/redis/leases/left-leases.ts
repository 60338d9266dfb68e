import { existsSync, rmSync } from 'node:fs';
import type { Admission } from '../../admission/admission.ts';
import type { LeasedUse } from '../../admission/lease-journal.ts';
import { inParallel } from '../../in-parallel.ts';
import { type MissingRecords, readSegment, segmentPaths } from '../../journal/segments.ts';
import { rowId } from '../../model/leases.ts';
import { readLeaseRecord } from './lease-record.ts';

/** The leases that a dead process left in its journal. */
export interface LeftLeases {
  /** Name of the dead process. */
  readonly holder: string;
  readonly folder: string;
}

/** Reads what the leases of a dead process have admitted, in the order in which they were opened. */
export function readLeftLeases(folder: string, missing: (records: MissingRecords) => void): LeasedUse[] {
  const uses = new Map<string, LeasedUse>();
  let last = 0;
  for (const path of existsSync(folder) ? segmentPaths(folder) : []) {
    for (const { number, payload } of readSegment(path, last, last === 0 ? () => {} : missing)) {
      last = number;
      for (const use of readLeaseRecord(payload)) {
        const id = `${use.client} ${use.number}`;
        const rows = new Map(uses.get(id)?.rows.map((row) => [rowId(row), row]));
        for (const row of use.rows) rows.set(rowId(row), row);
        uses.set(id, { ...use, rows: [...rows.values()] });
      }
    }
  }
  return [...uses.values()].toSorted((a, b) => a.number - b.number);
}

/**
 * Reports the leases that a dead process left, and removes its journal. It is safe to call again: the store adds only
 * what exceeds earlier reports.
 *
 * @returns the number of calls that were reported
 */
export async function reportLeftLeases(
  { holder, folder }: LeftLeases,
  admission: Pick<Admission, 'count'>,
  missing: (records: MissingRecords) => void,
): Promise<number> {
  let calls = 0;
  let sequence = 0;
  const numbered = readLeftLeases(folder, missing).map((use) => {
    sequence += 1;
    return { use, sequence };
  });
  const byClient = Map.groupBy(numbered, ({ use }) => use.client);
  await inParallel(byClient.values(), async (ofClient) => {
    // A store takes the sequences of a name in order only.
    for (const { use, sequence } of ofClient) {
      const { client, number, epoch, rows } = use;
      const [first] = rows;
      if (first === undefined) continue;
      const report = { holder, number, epoch, rows, final: true, families: [] };
      await admission.count({
        ...{ client, process: `${holder}/leases`, sequence, at: Date.parse(`${first.day}T12:00:00Z`) },
        ...{ limits: 0, items: [], lease: { report, wish: null } },
      });
      for (const row of rows) calls += row.calls;
    }
  });
  rmSync(folder, { recursive: true, force: true });
  return calls;
}
