import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type ConnectRetry, RecordsUnusable } from './connect-retry.ts';

const PAUSE_MS = 250;
const CONNECT_MS = 2_000;

/**
 * Waits until PostgreSQL lets us in.
 *
 * @throws RecordsUnusable when patience is at an end, or at once when more of it would not help
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
  // A connection that breaks tells it twice: to whoever waits, and here.
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

/** Refused for who we are (SQLSTATE class 28), or for a database that does not exist (3D000). */
function isFinal(failure: unknown): boolean {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
  return /^28...$|^3D000$/.test(code);
}

/** A name that has several addresses fails with an error that has several and no message of its own. */
function reasonOf(failure: unknown): string {
  if (failure instanceof AggregateError) return failure.errors.map(reasonOf).join(', ');
  return failure instanceof Error ? failure.message : String(failure);
}

/** Host, port and database: what of the address is no secret. */
function placeOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}
