import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another gateway is using the same folder. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse';
}

/**
 * Locks the folder for this process. SQLite's file lock is released by the operating system when the process ends in
 * any way, so a killed gateway leaves nothing to clean up.
 *
 * @returns a function that releases the folder
 * @throws DataDirInUse if another gateway holds the lock
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = new DatabaseSync(join(dataDir, 'lock.sqlite'), { timeout: 0 });
  try {
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    throw new DataDirInUse(`another gateway is using ${dataDir}`, { cause: error });
  }
  return () => file.close();
}
