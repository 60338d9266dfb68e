/** Codes of Node for a server that cannot be reached, or a connection that broke. */
const NETWORK =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/**
 * SQLSTATEs of a PostgreSQL that does not serve this write now: a broken connection (08), a rollback that a retry avoids
 * (40), missing memory, disk or connections (53), a shutdown, start or cancelled statement (57), a server that only
 * reads, such as a standby (25006), and a lock that was not granted (55P03).
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const SQLSTATE = /^(?:08...|40...|53...|57...|25006|55P03)$/;

/** Messages of `pg` without a code. */
const PG = /^(?:Connection terminated|timeout exceeded when trying to connect|PostgreSQL was silent)/;

/**
 * Primary result codes of SQLite: BUSY and LOCKED (another program writes), READONLY, IOERR, FULL, CANTOPEN.
 * https://sqlite.org/rescode.html
 */
const [SQLITE_BUSY, SQLITE_LOCKED] = [5, 6];
const SQLITE = new Set([SQLITE_BUSY, SQLITE_LOCKED, 8, 10, 13, 14]);

/** Whether an error says that the records cannot be read or written at the moment. A later attempt may succeed. */
export function saysRecordsAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(saysRecordsAway);
  const code = 'code' in error ? String(error.code) : '';
  return NETWORK.test(code) || SQLSTATE.test(code) || PG.test(error.message) || SQLITE.has(resultCode(error));
}

/** Whether another program kept SQLite from writing. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && [SQLITE_BUSY, SQLITE_LOCKED].includes(resultCode(error));
}

/** The primary result code of SQLite, in the lower 8 bits; 0 for another error. */
function resultCode(error: Error): number {
  return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0;
}
