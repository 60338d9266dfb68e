import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeRecords, type JournalRecord } from './record.ts';

const SUFFIX = '.journal';

/** Digits of a number in a file name, so that names sort as the numbers do. */
const DIGITS = 16;

/** A missing part of a journal: records that were written and cannot be read. */
export interface MissingRecords {
  /** The file in which they should be, or the one behind them. */
  readonly path: string;
  readonly first: number;
  readonly last: number;
}

/** Path of a segment whose first record is `number`. A later `copy` holds records that the disk failed to store before. */
export function segmentPath(folder: string, number: number, copy: number): string {
  return join(folder, `${String(number).padStart(DIGITS, '0')}.${copy}${SUFFIX}`);
}

/** Paths of the segments in a folder, in the order of their numbers. */
export function segmentPaths(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(SUFFIX))
    .toSorted()
    .map((name) => join(folder, name));
}

/**
 * The records of a segment behind `last`, in order. A record that was written to two segments is read once: its number
 * is not behind `last` the second time.
 *
 * @param missing called for records that are not there although later ones are
 */
export function* readSegment(
  path: string,
  last: number,
  missing: (records: MissingRecords) => void,
): Generator<JournalRecord> {
  let previous = last;
  for (const record of decodeRecords(readFileSync(path))) {
    if (record.number <= previous) continue;
    if (record.number > previous + 1) missing({ path, first: previous + 1, last: record.number - 1 });
    previous = record.number;
    yield record;
  }
}
