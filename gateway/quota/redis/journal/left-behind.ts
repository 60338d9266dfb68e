import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ANY_EPOCH, type LeasedUse } from '../../admission/lease-journal.ts';
import type { Replay } from '../../admission/replay.ts';
import type { LeasedRow } from '../../contract.ts';
import { type MissingRecords, readSegment, segmentPaths } from '../../journal/segments.ts';
import { rowId } from '../../model/leases.ts';
import { type Fact, readRecord } from './facts.ts';
import { UncountedCalls } from './uncounted-calls.ts';

/** Milliseconds of reading in one turn of the event loop: the process answers calls meanwhile. */
const SLICE_MS = 2;

/** Reads the journal of a dead process: what its successor must have counted. */
export async function readLeft(
  holder: string,
  folder: string,
  missing: (records: MissingRecords) => void,
): Promise<UncountedCalls> {
  const left = new LeftBehind(holder);
  let last = 0;
  for (const path of segmentPaths(folder)) {
    const bytes = await readFile(path);
    let began = performance.now();
    for (const { number, payload } of readSegment(path, last, last === 0 ? () => {} : missing, bytes)) {
      last = number;
      for (const fact of readRecord(payload.toString())) left.take(fact);
      if (performance.now() - began < SLICE_MS) continue;
      await nextTurn();
      began = performance.now();
    }
  }
  return left.calls();
}

/** What follows from the facts that a dead process recorded, in their order. */
export function leftBy(holder: string, facts: Iterable<Fact>): UncountedCalls {
  const left = new LeftBehind(holder);
  for (const fact of facts) left.take(fact);
  return left.calls();
}

/** Learns what a dead process left, fact by fact. */
class LeftBehind {
  readonly #holder: string;
  readonly #calls = new UncountedCalls();
  /** The leases, each with the last values of its rows. */
  readonly #uses = new Map<string, { readonly use: LeasedUse; readonly rows: Map<string, LeasedRow> }>();

  constructor(holder: string) {
    this.#holder = holder;
  }

  take(fact: Fact): void {
    if ('kind' in fact) this.#calls.apply(fact);
    else this.#merge(fact);
  }

  calls(): UncountedCalls {
    const uses = Array.from(this.#uses.values(), ({ use, rows }) => ({ ...use, rows: [...rows.values()] }));
    const inOrder = uses.toSorted((a, b) => a.number - b.number);
    for (const command of reportsOfLeft(this.#holder, inOrder)) this.#calls.owed.add({ kind: 'count', command });
    return this.#calls;
  }

  #merge(use: LeasedUse): void {
    const id = `${use.client} ${use.number} ${use.epoch === ANY_EPOCH}`;
    const rows = this.#uses.get(id)?.rows ?? new Map<string, LeasedRow>();
    for (const row of use.rows) rows.set(rowId(row), row);
    this.#uses.set(id, { use, rows });
  }
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
