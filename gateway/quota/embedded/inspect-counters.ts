import { existsSync } from 'node:fs';
import { InstallationDamaged } from '../../values/installation-damaged.ts';
import type { InstallationStart } from '../../values/installation-start.ts';
import { findDamageAtStart } from '../../values/sqlite-damage.ts';
import { findLogDamage } from '../../values/sqlite-log.ts';
import { checkJournal } from '../journal/check-journal.ts';
import { readMark } from '../journal/mark.ts';
import { segmentPaths } from '../journal/segments.ts';
import { journalFolder } from './counter-journal.ts';
import { openCounterFile } from './embedded-schema.ts';
import { type CounterOwner, CounterTables } from './embedded-tables.ts';

/** What the files of the embedded counters say about themselves, before a store opens them. */
export interface FoundCounters {
  /** Path of the counter file. */
  readonly path: string;
  /** `null` if there is no counter file. */
  readonly file: {
    /** `null` in a file of an earlier release. */
    readonly owner: CounterOwner | null;
    /** Number of the last journal record in the tables. */
    readonly last: number;
  } | null;
  readonly journal: {
    readonly folder: string;
    /** `null` if the folder has none, as in earlier releases. */
    readonly mark: InstallationStart | null;
    readonly segments: number;
  };
}

const REMEDY = 'The records and the journal can replace it: npm run cli -- recover counters';

/**
 * Reads the state of the counter file and of its journal. No process may have them open.
 *
 * @throws InstallationDamaged if the counter file, its log or the mark is damaged
 */
export function inspectCounters(path: string): FoundCounters {
  const folder = journalFolder(path);
  const segments = existsSync(folder) ? segmentPaths(folder).length : 0;
  return { path, file: inspectFile(path), journal: { folder, mark: readMark(folder), segments } };
}

/**
 * Checks that the journal continues the counter file.
 *
 * @returns the number of the last record
 * @throws InstallationDamaged if a record is damaged or missing
 */
export function checkCounterJournal({ file, journal }: FoundCounters): number {
  if (journal.segments === 0) return file?.last ?? 0;
  return checkJournal(journal.folder, file?.last ?? null);
}

function inspectFile(path: string): FoundCounters['file'] {
  const log = findLogDamage(`${path}-wal`);
  if (log !== null) throw new InstallationDamaged(`${log.path} is damaged at byte ${log.at}. ${REMEDY}`);
  if (!existsSync(path)) return null;
  const damage = findDamageAtStart(path, () => openCounterFile(path));
  if (damage !== null) throw new InstallationDamaged(`${path} is damaged: ${damage}. ${REMEDY}`);
  const db = openCounterFile(path);
  try {
    const tables = new CounterTables(db);
    return { owner: tables.owner(), last: tables.lastRecord() };
  } finally {
    db.close();
  }
}
