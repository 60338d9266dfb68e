import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely';
import { openRecordsFile } from './sqlite-file.ts';

/**
 * How long a statement waits for the lock of the command line (or of the gateway). Short, because it blocks the event
 * loop.
 */
const BUSY_TIMEOUT_MS = 2_000;

/** The dialect over `node:sqlite` for `records.sqlite` in `dataDir`, which is created if missing. */
export function sqliteDialect(dataDir: string): Dialect {
  return {
    createAdapter: () => new TransactionalDdl(),
    createDriver: () => new ImmediateDriver({ database: async () => adapt(openFile(dataDir)) }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

function openFile(dataDir: string): DatabaseSync {
  // FULL: an acknowledged top-up or key survives a power cut, not only a killed process.
  return openRecordsFile(dataDir, { synchronous: 'full', busyTimeoutMs: BUSY_TIMEOUT_MS });
}

/** Statements kept prepared: more than the gateway has, except those whose length depends on their rows. */
const MOST_PREPARED = 200;

/**
 * Adapts `node:sqlite` to the interface of better-sqlite3, which Kysely's driver expects. Caches prepared statements.
 */
function adapt(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(sql) {
      let statement = prepared.get(sql);
      if (statement === undefined) {
        statement = prepare(database, sql);
        if (prepared.size >= MOST_PREPARED) prepared.clear();
        prepared.set(sql, statement);
      }
      return statement;
    },
  };
}

function prepare(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(bindable)),
    run: (parameters) => statement.run(...parameters.map(bindable)),
    iterate: (parameters) => statement.iterate(...parameters.map(bindable)),
  };
}

function bindable(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string') {
    return value;
  }
  throw new TypeError(`A ${typeof value} cannot be a parameter of the records`);
}

class ImmediateDriver extends SqliteDriver {
  // A deferred transaction that reads and then writes fails at once, without waiting, if the command line has written
  // in between (SQLITE_BUSY_SNAPSHOT). One that takes the write lock first waits for it.
  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    await connection.executeQuery(
      CompiledQuery.raw(settings?.accessMode === 'read only' ? 'begin' : 'begin immediate'),
    );
  }
}

class TransactionalDdl extends SqliteAdapter {
  // Kysely's adapter returns false and runs migrations without a transaction. SQLite has transactional DDL, and the
  // write lock of that transaction keeps two processes from migrating the same file at once.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
