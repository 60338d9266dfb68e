import type { LeasedRow } from '../contract.ts';

/** What a journal wrote last of a lease: a use of one row, and its text up to the numbers of calls and units. */
export interface WrittenNames {
  use: LeasedUse | null;
  text: string;
}

/** What a lease has admitted under some usage rows: absolute values since it was opened. */
export interface LeasedUse {
  readonly client: string;
  readonly number: number;
  readonly month: string;
  readonly epoch: string;
  readonly rows: readonly LeasedRow[];
  /** For a lease of {@link ANY_EPOCH}: version of the limits that answered its calls. Older limits never price them. */
  readonly limits?: number;
  /** Where the journal keeps the names of the lease: most of its uses have the same, and it need not write them again. */
  readonly written?: WrittenNames;
}

/** The epoch of a lease that the allowance of an outage granted. Its calls count in the epoch that the store has. */
export const ANY_EPOCH = '-';

/** Records what leases admit, so that a successor of this process can report it. */
export interface LeaseJournal {
  /**
   * Adds a source of what is not known to be counted. It is recorded again before old records are dropped: one part after
   * the other, with other records between them. So each part shows what is true when it is asked for.
   */
  keep(unsettled: () => Iterable<readonly LeasedUse[]>): void;
  /**
   * Records the calls of one turn of the event loop. Calls `recorded`, now or later, when their answers may leave, or
   * with the error that prevents it. The calls are then decided by the store.
   */
  append(uses: readonly LeasedUse[], recorded: (error: Error | null) => void): void;
}

/** Rows after which a part ends. */
const ROWS_A_PART = 256;

/** Uses in parts that take little time to record. Each use is read when its part is asked for. */
export function* inParts(uses: Iterable<LeasedUse>): Generator<LeasedUse[]> {
  let part: LeasedUse[] = [];
  let rows = 0;
  for (const use of uses) {
    part.push(use);
    rows += use.rows.length;
    if (rows < ROWS_A_PART) continue;
    yield part;
    part = [];
    rows = 0;
  }
  if (rows > 0) yield part;
}
