import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type ConnectRetry, RecordsUnusable } from './connect-retry.ts';

const PAUSE_MS = 250;
const CONNECT_MS = 2_000;

/**
 * Waits until PostgreSQL accepts a connection.
 *
 * @throws RecordsUnusable when the time is up, or at once if waiting would not help
 */
export async function reachPostgres(databaseUrl: string, { ms, waiting }: ConnectRetry): Promise<void> {
  const deadline = performance.now() + ms;
  for (let attempt = 1; ; attempt += 1) {
    const failure = await failureToConnect(databaseUrl);
    if (failure === null) return;
    const reason = `PostgreSQL at ${placeOf(databaseUrl)} cannot be used: ${reasonOf(failure)}`;
    if (isFinal(failure) || performance.now() + PAUSE_MS > deadline) throw new RecordsUnusable(reason);
    if (attempt === 1) waiting(reason);
    await sleep(PAUSE_MS);
  }
}

async function failureToConnect(databaseUrl: string): Promise<unknown> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_MS });
  // A broken connection reports its error twice: to its caller, and here.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return null;
  } catch (error) {
    return error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether retrying cannot help: invalid credentials (SQLSTATE class 28), or a missing database (3D000). */
function isFinal(failure: unknown): boolean {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
  return /^28...$|^3D000$/.test(code);
}

/**
 * A host name with several addresses fails with an error that contains one error each and has no message of its own.
 */
function reasonOf(failure: unknown): string {
  if (failure instanceof AggregateError) return failure.errors.map(reasonOf).join(', ');
  return failure instanceof Error ? failure.message : String(failure);
}

/** Host, port and database: the part of the address that is not secret. */
function placeOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}
