import { DatabaseSync } from 'node:sqlite';

/**
 * Takes a file for this process, by the lock that the operating system lets go of however the process ends.
 *
 * @returns lets it go; `null` where a living process has it
 */
export function lockFile(path: string): (() => void) | null {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    // Nothing is ever written: a rollback journal would be a second file that outlives the process.
    file.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch {
    file.close();
    return null;
  }
  return () => file.close();
}
