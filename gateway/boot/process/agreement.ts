import type { FoundCounters } from '../../quota/embedded/inspect-counters.ts';
import type { InstallationRow } from '../../records/installation-row.ts';
import { InstallationDamaged } from '../../values/installation-damaged.ts';
import type { InstallationStart } from '../../values/installation-start.ts';

/*
 * Records, counters and journals each hold the installation's id and the number of a start. A start writes them in this
 * order: records, mark of the journal, counters, and then the records again, which confirms the counters. A clean end
 * writes the number of the last journal record into the records, and then marks the counters as stopped. A crash
 * between any two of these steps leaves a state that the rules below accept. Every other difference means that a file
 * was removed, or replaced by an older copy or by a file of another installation.
 */

const RECOVER_COUNTERS =
  'Put the newer file back, or let the records and the journal replace it: npm run cli -- recover counters';
const RECOVER_RECORDS = 'Put the newer records back, or go on with these: npm run cli -- recover records';
const RECOVER_JOURNAL = 'Put it back, or go on without it: npm run cli -- recover journal';

/**
 * Checks that the records and the embedded counters belong together, and that neither is older than the other.
 *
 * @param row `null` in records of an earlier release, and in new ones
 * @param place of the records, for messages
 * @throws InstallationDamaged naming the file that is missing, older, or of another installation, and the remedy
 */
export function checkCounters(row: InstallationRow | null, place: string, found: FoundCounters): void {
  const { file, path, journal } = found;
  const owner = file?.owner ?? null;
  if (row === null) {
    // Neither side is tied: an earlier release wrote them, or they are new.
    if (owner === null && journal.mark === null) return;
    refuse(`${place} is older than ${owner === null ? journal.folder : path}.`, RECOVER_RECORDS);
  }
  for (const [name, tied] of [
    [path, owner],
    [journal.folder, journal.mark],
  ] as const) {
    if (tied !== null) checkTied(row, place, name, tied);
  }
  if (file === null) {
    if (row.countersStart === null && journal.segments === 0) return;
    refuse(`${path} is missing, but ${place} was used with it.`, RECOVER_COUNTERS);
  }
  if (owner === null) {
    if (row.countersStart === null) return;
    refuse(`${path} is older than ${place}.`, RECOVER_COUNTERS);
  }
  if (row.countersStart !== null && owner.start < row.countersStart) {
    refuse(`${path} is of start ${owner.start}, but ${place} knows start ${row.countersStart}.`, RECOVER_COUNTERS);
  }
  if (owner.start === row.countersStart) checkEnd(row, place, found, owner.stopped);
  checkJournalOf(found, owner.start, owner.stopped);
}

/** @throws InstallationDamaged if `tied` is of another installation, or newer than the records */
export function checkTied(row: InstallationRow, place: string, name: string, tied: InstallationStart): void {
  if (tied.installation !== row.id) {
    refuse(
      `${name} is of another installation than ${place}.`,
      `Put the file of this installation back${name.endsWith('.sqlite') ? ', or set this one aside: npm run cli -- recover counters' : ', or set this one aside: npm run cli -- recover journal'}`,
    );
  }
  if (tied.start > row.start) {
    refuse(`${place} is of start ${row.start}, but ${name} is of start ${tied.start}.`, RECOVER_RECORDS);
  }
}

/** Compares both sides of the same start: an older copy of either may have been made while it ran. */
function checkEnd({ lastRecord }: InstallationRow, place: string, found: FoundCounters, stopped: boolean): void {
  const { path, journal } = found;
  if (lastRecord === null && stopped) {
    refuse(`${place} is older than ${path}: it does not know that the gateway stopped.`, RECOVER_RECORDS);
  }
  if (lastRecord !== null && !stopped && journal.segments === 0) {
    refuse(`${path} is older than ${place}: it does not know that the gateway stopped.`, RECOVER_COUNTERS);
  }
}

function checkJournalOf({ path, journal }: FoundCounters, start: number, stopped: boolean): void {
  if (journal.mark === null || (!stopped && journal.segments === 0)) {
    refuse(`${journal.folder} is missing or empty, but ${path} was used with it until it was killed.`, RECOVER_JOURNAL);
  }
  if (journal.mark.start < start) {
    refuse(`${journal.folder} is of start ${journal.mark.start}, but ${path} is of start ${start}.`, RECOVER_JOURNAL);
  }
}

/**
 * Checks the end of the journal after a clean end.
 *
 * @param last number of the last record in counters and journal together
 * @throws InstallationDamaged if the records know a later one
 */
export function checkLastRecord(row: InstallationRow | null, { path, file }: FoundCounters, last: number): void {
  if (row === null || row.lastRecord === null || file?.owner?.start !== row.countersStart) return;
  if (last >= row.lastRecord) return;
  refuse(`${path} and its journal end with record ${last}, but ${row.lastRecord} was written.`, RECOVER_COUNTERS);
}

function refuse(fault: string, remedy: string): never {
  throw new InstallationDamaged(`${fault} ${remedy}`);
}
