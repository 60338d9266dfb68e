import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Whether SQLite failed because the content of a file is wrong. */
export function isDamaged(error: unknown): error is Error {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false;
  // The low byte is the primary result code.
  return [SQLITE_CORRUPT, SQLITE_NOTADB].includes(error.errcode & 0xff);
}

/** Largest database whose pages a start checks, in bytes: about 0.2 seconds. */
const CHECKED_AT_START = 64 * 1024 * 1024;

/**
 * Checks a database before a process uses it: up to 64 MB every page, beyond that only its header and schema, because a
 * start must not take seconds.
 *
 * @returns what is wrong; `null` if nothing is
 * @throws what SQLite throws for a reason other than damage
 */
export function findDamageAtStart(path: string, open: () => DatabaseSync): string | null {
  return statSync(path).size <= CHECKED_AT_START ? findDamage(open) : checkedBy('PRAGMA schema_version', open);
}

/**
 * Reads every page of a database and checks its structure. It cannot see a changed value.
 *
 * @returns what is wrong; `null` if nothing is
 * @throws what SQLite throws for a reason other than damage
 */
export function findDamage(open: () => DatabaseSync): string | null {
  return checkedBy('PRAGMA quick_check(1)', open);
}

function checkedBy(pragma: string, open: () => DatabaseSync): string | null {
  let db: DatabaseSync | undefined;
  try {
    db = open();
    const [found] = Object.values(db.prepare(pragma).get() ?? {});
    return found === 'ok' || typeof found === 'number' ? null : String(found);
  } catch (error) {
    if (isDamaged(error)) return error.message;
    throw error;
  } finally {
    db?.close();
  }
}
