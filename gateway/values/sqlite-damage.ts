import type { DatabaseSync } from 'node:sqlite';

const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Whether SQLite failed because the content of a file is wrong. */
export function isDamaged(error: unknown): error is Error {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false;
  // The low byte is the primary result code.
  return [SQLITE_CORRUPT, SQLITE_NOTADB].includes(error.errcode & 0xff);
}

/**
 * Reads every page of a database and checks its structure. It cannot see a changed value.
 *
 * @returns what is wrong; `null` if nothing is
 * @throws what SQLite throws for a reason other than damage
 */
export function findDamage(open: () => DatabaseSync): string | null {
  let db: DatabaseSync | undefined;
  try {
    db = open();
    const [found] = Object.values(db.prepare('PRAGMA quick_check(1)').get() ?? {});
    return found === 'ok' ? null : String(found);
  } catch (error) {
    if (isDamaged(error)) return error.message;
    throw error;
  } finally {
    db?.close();
  }
}
