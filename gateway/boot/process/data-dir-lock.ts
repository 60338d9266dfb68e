import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another gateway runs on the same folder. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse';
}

/**
 * Takes the folder for this process. The lock is SQLite's own file lock, which the operating system lets go of when the
 * process ends, however it ends: a killed gateway leaves nothing that would have to be cleaned up.
 *
 * @returns lets the folder go
 * @throws DataDirInUse if another gateway has it
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
