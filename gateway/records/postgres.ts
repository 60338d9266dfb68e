import { Socket } from 'node:net';
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
    keepAlive: true,
    // A process that stalls inside a transaction must not hold the lock of all writers for ever.
    idle_in_transaction_session_timeout: 10_000,
    types: { getTypeParser: (oid, format) => (oid === INT8_OID ? parseBigint : types.getTypeParser(oid, format)) },
    ...(statementTimeout === null
      ? {}
      : {
          statement_timeout: statementTimeout,
          stream: () => endsInSilence(statementTimeout + 500),
          // Shorter: the pool closes what is not used before its silence would be an error.
          idleTimeoutMillis: statementTimeout,
        }),
  });
  // A connection that breaks fails its query and is replaced by the pool. It tells so besides, as an idle one through the
  // pool, as one in use by itself; without listeners that would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new PostgresDialect({ pool });
}

/**
 * A connection that ends itself when nothing was heard on it for longer than a statement may take: its server, or the
 * way to it, is gone without a word. (pg's own `query_timeout` fails the query and keeps the dead connection in the pool,
 * where the next query waits for it too, until the kernel gives up after a quarter of an hour.)
 */
function endsInSilence(after: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(after, () => socket.destroy(new Error(`PostgreSQL was silent for ${after} ms`)));
}

/** `pg` gives bigint as text because it may exceed a double; ours never do, and one that does is an error, not a rounding. */
export function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`The records hold ${text}, which is beyond the safe integers`);
  }
  return value;
}
