import { type Dialect, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';

const INT8_OID = 20;

export interface PostgresOptions {
  /** Most connections of this process. */
  readonly connections: number;
  /** Longest a statement may run, in milliseconds; `null` for none (migrations). */
  readonly statementTimeout: number | null;
}

/** The dialect over a `pg` pool. Nothing is connected before the first query. */
export function postgresDialect(databaseUrl: string, { connections, statementTimeout }: PostgresOptions): Dialect {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'vitalgate',
    max: connections,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // A process that stalls inside a transaction must not hold the lock of all writers for ever.
    idle_in_transaction_session_timeout: 10_000,
    types: { getTypeParser: (oid, format) => (oid === INT8_OID ? parseBigint : types.getTypeParser(oid, format)) },
    // The server's limit, and a limit of our own for a server that has become silent.
    ...(statementTimeout === null
      ? {}
      : { statement_timeout: statementTimeout, query_timeout: statementTimeout + 500 }),
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  return new PostgresDialect({ pool });
}

/** `pg` gives bigint as text because it may exceed a double; ours never do, and one that does is an error, not a rounding. */
export function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`The records hold ${text}, which is beyond the safe integers`);
  }
  return value;
}
