import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What this process writes from now on, SQLite's files too, no other user of the machine can read. */
export function writePrivately(): void {
  process.umask(0o077);
}

/** Rights of the group and of all others. */
const OTHERS = 0o077;

/** What a gateway may have made in its folder; its other files are not ours to change. */
const OURS = /^((records|counters|lock)\.sqlite(-wal|-shm|-journal)?|outbox|journals)$/;

/**
 * Makes `DATA_DIR`, or takes the rights of other users from one that exists and from what a gateway has made in it: older
 * releases and hand-made folders let everybody read. What lies in the subfolders is behind their rights.
 *
 * @returns the paths whose rights stay because they belong to somebody else
 */
export function makePrivate(dataDir: string): string[] {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const ours = readdirSync(dataDir).filter((name) => OURS.test(name));
  return [dataDir, ...ours.map((name) => join(dataDir, name))].filter((path) => !takeFromOthers(path));
}

/** @returns whether other users have no rights now */
function takeFromOthers(path: string): boolean {
  try {
    const { mode } = statSync(path);
    if ((mode & OTHERS) !== 0) chmodSync(path, mode & 0o700);
    return true;
  } catch (error) {
    // SQLite removes its files beside a database at any time.
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}
