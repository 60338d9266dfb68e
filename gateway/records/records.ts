import { Kysely, sql, type Transaction } from 'kysely';
import { TakenOver } from '../values/taken-over.ts';
import { type BulkWriter, bulkWriterOfPostgres, bulkWriterOfSqlite } from './bulk.ts';
import { type ConnectRetry, NO_RETRY } from './connect-retry.ts';
import { migrated } from './migrated.ts';
import type { DialectName } from './migrations/migrations.ts';
import { sqliteDialect } from './sqlite.ts';
import { SqliteWriter } from './sqlite-writer.ts';
import type { Tables } from './tables.ts';

/** Location of the records: `records.sqlite` in a folder, or a PostgreSQL database. */
export type RecordsPlace = { readonly dataDir: string } | { readonly databaseUrl: string };

/** A change of the records in progress. */
export type Change = Transaction<Tables>;

/** Reads, inside or outside a transaction. */
export type Reader = Kysely<Tables>;

/** The open records: accounts, ledger, usage history. */
export interface Records {
  readonly db: Kysely<Tables>;
  readonly dialect: DialectName;
  /** The folder of the file; `null` for PostgreSQL. */
  readonly dataDir: string | null;
  /**
   * Runs a change of accounts, keys, plans or ledger in one transaction. Changes run one at a time over all processes.
   * Every transaction that writes a row of `changes` must use this method.
   */
  write<T>(change: (trx: Change) => Promise<T>): Promise<T>;
  /**
   * Makes every later write of this process fail with {@link TakenOver} once another start than this one owns the
   * records. For records with a single owner, such as those in a folder.
   */
  ownedBy(start: number): void;
  /** For values that a background task writes by the thousand. */
  readonly bulk: BulkWriter;
  /** Leaves all later writes of a file to a thread: a process that answers calls must not wait for the disk. */
  writeInThread(): Promise<void>;
  close(): Promise<void>;
}

/** An arbitrary number that identifies the lock of the writers of `changes`. */
const CHANGES_LOCK = 8_217_764_001;

const STATEMENT_TIMEOUT_MS = 5_000;
/**
 * Connections per process. Few are enough, because calls are answered from the cache, and many processes must not
 * exhaust the server's (often 100).
 */
const CONNECTIONS = 5;

/**
 * Opens the records and migrates their tables, under a lock, so that several processes may start at once.
 *
 * @throws RecordsUnusable if the database cannot be reached or a migration fails; nothing is left open
 */
export function openRecords(place: RecordsPlace, patience = NO_RETRY): Promise<Records> {
  return 'dataDir' in place ? openSqlite(place.dataDir) : openPostgresRecords(place.databaseUrl, patience);
}

async function openSqlite(dataDir: string): Promise<Records> {
  const writer = new SqliteWriter(dataDir);
  const db = await migrated(sqliteDialect(dataDir, writer), 'sqlite');
  const bulk = bulkWriterOfSqlite(writer);
  const owner: Owner = { start: null };
  return {
    db,
    bulk: {
      ...bulk,
      async write(...statements) {
        await checkOwner(db, owner);
        return bulk.write(...statements);
      },
    },
    dialect: 'sqlite',
    dataDir,
    write: (change) => db.transaction().execute((trx) => owned(trx, owner, change)),
    ownedBy(start) {
      owner.start = start;
    },
    writeInThread: () => writer.moveToThread(),
    close: () => db.destroy(),
  };
}

async function openPostgresRecords(databaseUrl: string, patience: ConnectRetry): Promise<Records> {
  const db = await openPostgres(databaseUrl, patience);
  const owner: Owner = { start: null };
  let lastWrite: Promise<unknown> = Promise.resolve();
  return {
    db,
    bulk: bulkWriterOfPostgres(db),
    dialect: 'postgres',
    dataDir: null,
    write(change) {
      // Waiting in process keeps writers from each holding a connection while they wait for the lock, which would leave
      // none to readers.
      const written = lastWrite.then(() =>
        db.transaction().execute((trx) => alone(trx, () => owned(trx, owner, change))),
      );
      lastWrite = written.catch(() => undefined);
      return written;
    },
    ownedBy(start) {
      owner.start = start;
    },
    writeInThread: () => Promise.resolve(),
    close: () => db.destroy(),
  };
}

/**
 * Sequence numbers are assigned at the insert but become visible at the commit. Without this lock number 8 may be
 * committed before 7, and a process that polls `changes` would skip 7 forever. SQLite has a single writer: there `begin
 * immediate` is the same lock.
 */
async function alone<T>(trx: Change, change: (trx: Change) => Promise<T>): Promise<T> {
  await sql`select pg_advisory_xact_lock(${sql.lit(CHANGES_LOCK)})`.execute(trx);
  return change(trx);
}

/** The start that must own the records; `null` for any. */
interface Owner {
  start: number | null;
}

async function owned<T>(trx: Change, owner: Owner, change: (trx: Change) => Promise<T>): Promise<T> {
  await checkOwner(trx, owner);
  return change(trx);
}

/** @throws TakenOver if another start owns the records */
async function checkOwner(db: Reader, { start }: Owner): Promise<void> {
  if (start === null) return;
  const row = await db.selectFrom('installation').select('start').executeTakeFirst();
  if (row?.start !== start) throw new TakenOver('another gateway has taken over the records');
}

async function openPostgres(databaseUrl: string, patience: ConnectRetry): Promise<Kysely<Tables>> {
  // Loaded only if used: it is 12 MB that an installation without PostgreSQL does not need.
  const [{ postgresDialect }, { reachPostgres }] = await Promise.all([import('./postgres.ts'), import('./reach.ts')]);
  await reachPostgres(databaseUrl, patience);
  // A second process waits here for the migration of the first, longer than any of our statements may take.
  const migrating = await migrated(
    postgresDialect(databaseUrl, { connections: 1, statementTimeout: null }),
    'postgres',
  );
  await migrating.destroy();
  const dialect = postgresDialect(databaseUrl, { connections: CONNECTIONS, statementTimeout: STATEMENT_TIMEOUT_MS });
  return new Kysely<Tables>({ dialect });
}
