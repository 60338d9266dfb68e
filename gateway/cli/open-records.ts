import { existsSync } from 'node:fs';
import { lockDataDir } from '../boot/process/data-dir-lock.ts';
import { openRecordsOf } from '../boot/process/open-records.ts';
import { checkRecordsFile } from '../boot/process/records-file.ts';
import type { Config } from '../configuration/config.ts';
import type { Records } from '../records/records.ts';
import { InstallationDamaged } from '../values/installation-damaged.ts';

/**
 * Opens the records for a command, beside a running gateway or without one.
 *
 * @throws InstallationDamaged if no gateway runs and the file is damaged or missing: SQLite would drop what is damaged
 * in its log, or begin a new file
 */
export async function openRecordsForCommand(config: Config): Promise<Records> {
  if (config.DATABASE_URL === null) checkUnlessRunning(config.DATA_DIR);
  return openRecordsOf(config);
}

function checkUnlessRunning(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  try {
    const lock = lockDataDir(dataDir);
    try {
      checkRecordsFile(dataDir);
    } finally {
      lock.release();
    }
  } catch (error) {
    // A running gateway changes the log while it is read. What else is wrong with the folder, opening the records says.
    if (error instanceof InstallationDamaged) throw error;
  }
}
