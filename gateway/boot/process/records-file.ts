import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { markPath } from '../../quota/journal/mark.ts';
import { InstallationDamaged } from '../../values/installation-damaged.ts';
import { findDamageAtStart } from '../../values/sqlite-damage.ts';
import { findLogDamage } from '../../values/sqlite-log.ts';

/**
 * Checks `records.sqlite` before anything opens it: SQLite would create a missing file, and drop what is damaged in its
 * log. No process may have it open.
 *
 * @throws InstallationDamaged if it is damaged, or missing beside files that were used with it
 */
export function checkRecordsFile(dataDir: string): void {
  const path = join(dataDir, 'records.sqlite');
  const log = findLogDamage(`${path}-wal`);
  if (log !== null) {
    throw new InstallationDamaged(
      `${log.path} is damaged at byte ${log.at}: at least ${log.commits} of the last changes of the records cannot be read. Put a backup in place, or go on without them: npm run cli -- recover records`,
    );
  }
  if (isMissing(path)) {
    const left = otherFiles(dataDir).find((file) => existsSync(file));
    if (left === undefined) return;
    throw new InstallationDamaged(
      `${path} is missing, but ${left} is there. Put the records back from a backup, and run: npm run cli -- recover records. A new installation needs an empty DATA_DIR.`,
    );
  }
  const damage = findDamageAtStart(path, () => new DatabaseSync(path));
  if (damage === null) return;
  throw new InstallationDamaged(
    `${path} is damaged: ${damage}. Put a backup in its place, and run: npm run cli -- recover records`,
  );
}

/** A database without a page is as good as none. */
function isMissing(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** Files that are there only if records were there, too. */
function otherFiles(dataDir: string): string[] {
  const names = ['counters.sqlite', 'records.sqlite-wal'];
  const folders = ['counters.journal', 'journals'];
  return [...names.map((name) => join(dataDir, name)), ...folders.map((name) => markPath(join(dataDir, name)))];
}
