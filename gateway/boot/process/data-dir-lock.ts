import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { TakenOver } from '../../values/taken-over.ts';

/** Another gateway is using the same folder. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse';
}

/** The folder cannot be used, for instance because its disk is full or it may not be written. */
export class DataDirUnusable extends Error {
  override readonly name = 'DataDirUnusable';
}

/** A folder that is locked for this process. */
export interface DataDirLock {
  /**
   * Whether there was no lock file. Somebody may then have deleted that of a gateway that still runs; it notices within
   * {@link CHECKED_EVERY_MS}.
   */
  readonly isNew: boolean;
  /**
   * Looks whether the locked file is still the one in the folder, at most every {@link CHECKED_EVERY_MS}.
   *
   * @throws TakenOver if it is not: then another gateway may have locked the folder
   */
  check(): void;
  release(): void;
}

/** Milliseconds for which a look at the lock file counts. */
export const CHECKED_EVERY_MS = 50;

/** SQLite's result code for a file that another connection has locked. */
const SQLITE_BUSY = 5;

/**
 * Locks the folder for this process. SQLite's file lock is released by the operating system when the process ends in
 * any way, so a killed gateway leaves nothing to clean up.
 *
 * @throws DataDirInUse if another gateway holds the lock
 * @throws DataDirUnusable if the folder or the lock file cannot be created or locked
 */
export function lockDataDir(dataDir: string): DataDirLock {
  const path = join(dataDir, 'lock.sqlite');
  let file: DatabaseSync | undefined;
  let isNew: boolean;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    isNew = !existsSync(path);
    file = new DatabaseSync(path, { timeout: 0 });
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    file?.close();
    if (isBusy(error)) throw new DataDirInUse(`another gateway is using ${dataDir}`, { cause: error });
    throw new DataDirUnusable(`${dataDir} cannot be used: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
  return { isNew, check: lockCheck(path), release: () => file.close() };
}

/** A lock belongs to a file, not to its name: device and inode tell whether the name still leads to the locked file. */
function lockCheck(path: string): () => void {
  const locked = identityOf(path);
  let checkedAt = performance.now();
  let lost = locked === null;
  return () => {
    const now = performance.now();
    if (!lost && now - checkedAt < CHECKED_EVERY_MS) return;
    checkedAt = now;
    lost ||= identityOf(path) !== locked;
    if (lost) {
      throw new TakenOver(`${path} was removed or replaced while this gateway ran: another gateway may own the folder`);
    }
  };
}

/** Device and inode; `null` if there is no such file. */
function identityOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev} ${found.ino}`;
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
