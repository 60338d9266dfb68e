import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readPieces, type WrittenRecord } from './record.ts';

const SUFFIX = '.journal';

/** Digits of a number in a file name, so that names sort as the numbers do. */
const DIGITS = 16;

/** A missing part of a journal: records that were written and cannot be read. */
export interface MissingRecords {
  /** The file in which they should be, or the one behind them. */
  readonly path: string;
  /** Offset of the damage in bytes; `null` if the records are absent. */
  readonly at: number | null;
  readonly first: number;
  /** `null` if no later record shows where the damage ends. */
  readonly last: number | null;
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

/** Number of the first record of a segment, as its name says. The record itself may not be written yet. */
export function firstOf(path: string): number {
  return Number(/(\d+)\.\d+\.journal$/.exec(path)?.[1]);
}

/**
 * The records of a segment behind `last`, in order. A record that was written to two segments is read once: its number
 * is not behind `last` the second time. An incomplete record at the end is skipped.
 *
 * @param missing called for records that are damaged, or absent although later ones are there
 * @param bytes of the file, if they were read before
 */
export function* readSegment(
  path: string,
  last: number,
  missing: (records: MissingRecords) => void,
  bytes: Buffer = readFileSync(path),
): Generator<WrittenRecord> {
  let previous = last;
  let damagedAt: number | null = null;
  for (const piece of readPieces(bytes)) {
    if (piece.kind === 'damage') {
      if (isRepeated(path, previous + 1)) return;
      damagedAt = piece.at;
    }
    if (piece.kind !== 'record') continue;
    const { record } = piece;
    const { number } = record;
    if (number > previous + 1) missing({ path, at: damagedAt, first: previous + 1, last: number - 1 });
    damagedAt = null;
    if (number <= previous) continue;
    previous = number;
    yield record;
  }
  if (damagedAt !== null) missing({ path, at: damagedAt, first: previous + 1, last: null });
}

/** Whether the next segment repeats the records from `number` on, because the disk failed to store them in this one. */
function isRepeated(path: string, number: number): boolean {
  const paths = segmentPaths(dirname(path));
  const next = paths[paths.indexOf(path) + 1];
  return next !== undefined && firstOf(next) <= number;
}
