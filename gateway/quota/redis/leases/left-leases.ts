import { existsSync, rmSync } from 'node:fs';
import type { Admission } from '../../admission/admission.ts';
import type { LeasedUse } from '../../admission/lease-journal.ts';
import type { Replay } from '../../admission/replay.ts';
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
 * The reports of what the leases of a dead process have admitted.
 *
 * Only the report of a client's last lease is final. A final report closes the open lease of its holder, whatever its
 * number: after one of an older lease, others could use the units that the calls of the last lease have taken already.
 *
 * @param uses in the order in which the leases were opened
 */
export function reportsOfLeft(holder: string, uses: readonly LeasedUse[]): Replay[] {
  const admitting = uses.filter(({ rows }) => rows.some(({ calls }) => calls > 0));
  const last = new Map(admitting.map(({ client, number }) => [client, number]));
  return admitting.map(({ client, number, epoch, rows }, index) => {
    const report = { holder, number, epoch, rows, final: number === last.get(client), families: [] };
    // A store takes the sequences of a name in order only.
    const command = { client, process: `${holder}/leases`, sequence: index + 1, limits: 0, items: [] };
    return { ...command, at: Date.parse(`${rows[0]?.day}T12:00:00Z`), lease: { report, wish: null } };
  });
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
  const byClient = Map.groupBy(reportsOfLeft(holder, readLeftLeases(folder, missing)), ({ client }) => client);
  await inParallel(byClient.values(), async (ofClient) => {
    for (const replay of ofClient) {
      await admission.count(replay);
      for (const row of replay.lease?.report?.rows ?? []) calls += row.calls;
    }
  });
  rmSync(folder, { recursive: true, force: true });
  return calls;
}
