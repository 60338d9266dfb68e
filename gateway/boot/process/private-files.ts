import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes every file that this process creates from now on, including SQLite's, unreadable for other users of the
 * machine.
 */
export function writePrivately(): void {
  process.umask(0o077);
}

/** Permissions of the group and all others. */
const OTHERS = 0o077;

/** Names that a gateway may have created in its folder; other files are left alone. */
const OURS = /^((records|counters|lock)\.sqlite(-wal|-shm|-journal)?|outbox|journals|counters\.journal)$/;

/**
 * Creates `DATA_DIR`, or removes the permissions of other users from an existing one and from the gateway's files in
 * it: older releases and manually created folders let everybody read them. The permissions of subfolders protect their
 * contents.
 *
 * @returns the paths whose permissions could not be changed because they belong to another user
 */
export function makePrivate(dataDir: string): string[] {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const ours = readdirSync(dataDir).filter((name) => OURS.test(name));
  return [dataDir, ...ours.map((name) => join(dataDir, name))].filter((path) => !takeFromOthers(path));
}

/** @returns whether other users now have no permissions */
function takeFromOthers(path: string): boolean {
  try {
    const { mode } = statSync(path);
    if ((mode & OTHERS) !== 0) chmodSync(path, mode & 0o700);
    return true;
  } catch (error) {
    // SQLite may remove its auxiliary files at any time.
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}
