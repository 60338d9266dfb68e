import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Moves files and folders into a folder, under their own names. Missing ones are skipped. */
export function moveAside(paths: readonly string[], aside: string): void {
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  for (const path of paths) if (existsSync(path)) renameSync(path, join(aside, basename(path)));
}

/** Copies files and folders into a folder, under their own names. Missing ones are skipped. */
export function copyAside(paths: readonly string[], aside: string): void {
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  for (const path of paths) if (existsSync(path)) cpSync(path, join(aside, basename(path)), { recursive: true });
}

/** A database and the files that SQLite keeps beside it. */
export function withLog(path: string): string[] {
  return [path, `${path}-wal`, `${path}-shm`];
}
