import { Socket } from 'node:net';
import { type Dialect, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';

const INT8_OID = 20;

/**
 * Longest life of a connection. After a failover, an open connection may still lead to the old server, which only reads
 * by then and does not see new changes.
 */
const LIFETIME_S = 60;

export interface PostgresOptions {
  /** Most connections of this process. */
  readonly connections: number;
  /** Longest run time of a statement, in milliseconds; `null` for no limit (migrations). */
  readonly statementTimeout: number | null;
}

/** The dialect over a `pg` pool. It connects with the first query. */
export function postgresDialect(databaseUrl: string, { connections, statementTimeout }: PostgresOptions): Dialect {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'vitalgate',
    max: connections,
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
    maxLifetimeSeconds: LIFETIME_S,
    // A process that stalls in a transaction must not hold the lock of all writers forever.
    idle_in_transaction_session_timeout: 10_000,
    types: { getTypeParser: (oid, format) => (oid === INT8_OID ? parseBigint : types.getTypeParser(oid, format)) },
    ...(statementTimeout === null
      ? {}
      : {
          statement_timeout: statementTimeout,
          stream: () => endsInSilence(statementTimeout + 500),
          // Shorter, so that the pool closes an idle connection before its silence counts as an error.
          idleTimeoutMillis: statementTimeout,
        }),
  });
  // A broken connection fails its query and the pool replaces it. It also emits an error: an idle one through the pool,
  // one in use by itself. Without listeners that would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new PostgresDialect({ pool });
}

/**
 * A socket that destroys itself after a silence longer than a statement may take, because its server or the network
 * path is gone. (pg's own `query_timeout` fails the query but keeps the dead connection in the pool, where the next
 * query waits for it until the kernel gives up after a quarter of an hour.)
 */
function endsInSilence(after: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(after, () => socket.destroy(new Error(`PostgreSQL was silent for ${after} ms`)));
}

/**
 * Parses a bigint, which `pg` returns as text because it may exceed a double. Ours never do, and one that does is an
 * error, not a rounding.
 */
export function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`The records hold ${text}, which is beyond the safe integers`);
  }
  return value;
}
