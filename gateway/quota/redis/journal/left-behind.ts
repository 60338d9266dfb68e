import { ANY_EPOCH, type LeasedUse } from '../../admission/lease-journal.ts';
import type { Replay } from '../../admission/replay.ts';
import { type MissingRecords, readSegment, segmentPaths } from '../../journal/segments.ts';
import { rowId } from '../../model/leases.ts';
import { type Fact, readRecord } from './facts.ts';
import { UncountedCalls } from './uncounted-calls.ts';

/** Reads the journal of a dead process: what its successor must have counted. */
export function readLeft(holder: string, folder: string, missing: (records: MissingRecords) => void): UncountedCalls {
  return leftBy(holder, factsIn(folder, missing));
}

function* factsIn(folder: string, missing: (records: MissingRecords) => void): Generator<Fact> {
  let last = 0;
  for (const path of segmentPaths(folder)) {
    for (const { number, payload } of readSegment(path, last, last === 0 ? () => {} : missing)) {
      last = number;
      yield* readRecord(payload.toString());
    }
  }
}

/** What follows from the facts that a dead process recorded, in their order. */
export function leftBy(holder: string, facts: Iterable<Fact>): UncountedCalls {
  const left = new UncountedCalls();
  const uses = new Map<string, LeasedUse>();
  for (const fact of facts) {
    if ('kind' in fact) left.apply(fact);
    else merge(uses, fact);
  }
  const inOrder = [...uses.values()].toSorted((a, b) => a.number - b.number);
  for (const command of reportsOfLeft(holder, inOrder)) left.owed.add({ kind: 'count', command });
  return left;
}

function merge(uses: Map<string, LeasedUse>, use: LeasedUse): void {
  const id = `${use.client} ${use.number} ${use.epoch === ANY_EPOCH}`;
  const rows = new Map(uses.get(id)?.rows.map((row) => [rowId(row), row]));
  for (const row of use.rows) rows.set(rowId(row), row);
  uses.set(id, { ...use, rows: [...rows.values()] });
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
  const [ofOutages = [], granted = []] = [true, false].map((outage) =>
    admitting.filter(({ epoch }) => (epoch === ANY_EPOCH) === outage),
  );
  const last = new Map(granted.map(({ client, number }) => [client, number]));
  const reports = granted.map((use, index) => {
    const final = use.number === last.get(use.client);
    // A store takes the sequences of a name in order only.
    return reportOf(use, holder, final, { process: `${holder}/leases`, sequence: index + 1 });
  });
  return [...reports, ...ofOutages.map((use) => reportOfOutage(holder, use))];
}

/**
 * The report of a lease that the allowance granted. It is closed before it is reported, and each has a sequence of its
 * own, so its process and all successors together have its calls counted once, whatever the store loses.
 */
export function reportOfOutage(holder: string, use: LeasedUse): Replay {
  const name = `${holder}/outage`;
  return reportOf(use, name, true, { process: name, sequence: use.number });
}

function reportOf(
  { client, number, epoch, rows, limits = 0 }: LeasedUse,
  holder: string,
  final: boolean,
  sender: Pick<Replay, 'process' | 'sequence'>,
): Replay {
  const report = { holder, number, epoch, rows, final, families: [] };
  const at = Date.parse(`${rows[0]?.day}T12:00:00Z`);
  return { client, ...sender, limits, items: [], at, lease: { report, wish: null } };
}
