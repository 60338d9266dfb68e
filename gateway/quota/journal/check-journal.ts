import { readFileSync } from 'node:fs';
import { InstallationDamaged } from '../../values/installation-damaged.ts';
import { journalDamaged } from './journal-damaged.ts';
import { readPieces } from './record.ts';
import { firstOf, readSegment, segmentPaths } from './segments.ts';

/**
 * Checks that a journal holds every record behind `last`, whole.
 *
 * @param last number of the last record that is elsewhere; `null` if the journal begins with what it has
 * @returns the number of the last record
 * @throws InstallationDamaged if a record is damaged, or a segment is missing
 */
export function checkJournal(folder: string, last: number | null): number {
  const paths = segmentPaths(folder);
  let found = last ?? firstOf(paths[0] ?? '0.0.journal') - 1;
  for (const path of paths) {
    const first = firstOf(path);
    if (first > found + 1) journalDamaged({ path, at: null, first: found + 1, last: first - 1 });
    for (const { number } of readSegment(path, found, journalDamaged)) found = number;
  }
  const newest = paths.at(-1);
  if (newest !== undefined && hasEndMark(newest)) {
    throw new InstallationDamaged(
      `${folder} lacks the segment that follows ${newest}. Calls that only this segment held would go uncounted. If no backup has it: npm run cli -- recover journal`,
    );
  }
  return found;
}

function hasEndMark(path: string): boolean {
  return readPieces(readFileSync(path)).some(({ kind }) => kind === 'end-mark');
}
