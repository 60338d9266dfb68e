import { DatabaseSync } from 'node:sqlite';

/**
 * Locks a file for this process with a lock that the operating system releases however the process ends.
 *
 * @returns a function that releases it; `null` if a live process holds it
 */
export function lockFile(path: string): (() => void) | null {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    // Nothing is ever written, and a rollback journal would be a second file that outlives the process.
    file.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch {
    file.close();
    return null;
  }
  return () => file.close();
}
