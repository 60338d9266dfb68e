import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another gateway is using the same folder. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse';
}

/** The folder cannot be used, for instance because its disk is full or it may not be written. */
export class DataDirUnusable extends Error {
  override readonly name = 'DataDirUnusable';
}

/** SQLite's result code for a file that another connection has locked. */
const SQLITE_BUSY = 5;

/**
 * Locks the folder for this process. SQLite's file lock is released by the operating system when the process ends in
 * any way, so a killed gateway leaves nothing to clean up.
 *
 * @returns a function that releases the folder
 * @throws DataDirInUse if another gateway holds the lock
 * @throws DataDirUnusable if the folder or the lock file cannot be created or locked
 */
export function lockDataDir(dataDir: string): () => void {
  let file: DatabaseSync | undefined;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    file = new DatabaseSync(join(dataDir, 'lock.sqlite'), { timeout: 0 });
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    file?.close();
    if (isBusy(error)) throw new DataDirInUse(`another gateway is using ${dataDir}`, { cause: error });
    throw new DataDirUnusable(`${dataDir} cannot be used: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
  return () => file.close();
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
