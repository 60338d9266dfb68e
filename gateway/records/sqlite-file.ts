import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { RowReader } from './row-reader.ts';

/** How long a read waits for a recovery of the log, in milliseconds. It does not wait for writers. */
const READER_BUSY_MS = 100;

/**
 * How long a write waits for another program, such as the command line, that is writing to the file, in milliseconds.
 */
export const BUSY_MS = 2_000;

/** Statements kept prepared: more than the gateway has, except those whose length depends on their rows. */
const MOST_PREPARED = 200;

/** SQL with its parameters. It can be sent to a thread. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly SQLInputValue[];
}

export interface StatementResult {
  readonly rows: unknown[];
  /** Number of changed rows; `null` for a statement that returns rows. */
  readonly changes: number | bigint | null;
}

interface Prepared {
  readonly statement: StatementSync;
  readonly reader: RowReader;
}

/** An open `records.sqlite`. Keeps statements prepared. */
export class RecordsFile {
  readonly #db: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Whether a transaction has begun and not ended. */
  get inTransaction(): boolean {
    return this.#db.isTransaction;
  }

  run({ sql, parameters }: Statement): StatementResult {
    const { statement, reader } = this.#prepare(sql);
    if (reader.returnsRows) return { rows: reader.all(parameters), changes: null };
    return { rows: [], changes: statement.run(...parameters).changes };
  }

  /** Runs statements without parameters. */
  exec(sql: string): void {
    this.#db.exec(sql);
  }

  close(): void {
    this.#db.close();
  }

  #prepare(sql: string): Prepared {
    let prepared = this.#prepared.get(sql);
    if (prepared === undefined) {
      const statement = this.#db.prepare(sql);
      prepared = { statement, reader: new RowReader(statement) };
      if (this.#prepared.size >= MOST_PREPARED) this.#prepared.clear();
      this.#prepared.set(sql, prepared);
    }
    return prepared;
  }
}

/**
 * Opens `records.sqlite` in `dataDir`, which is created if missing, to write. A commit survives a power cut, not only a
 * killed process.
 *
 * @param busyMs how long a statement blocks its thread while another program writes, in milliseconds
 */
export function openToWrite(dataDir: string, busyMs: number): RecordsFile {
  const db = open(dataDir);
  db.exec(`pragma synchronous = full; pragma busy_timeout = ${busyMs}`);
  return new RecordsFile(db);
}

/**
 * Opens it to read. This connection never writes, not even a checkpoint of the log, until it is closed.
 *
 * @param cacheKib pages of the file that it keeps, in KiB; SQLite's own choice by default
 */
export function openToRead(dataDir: string, cacheKib = 2_000): RecordsFile {
  const db = open(dataDir);
  db.exec(`pragma query_only = on; pragma wal_autocheckpoint = 0; pragma busy_timeout = ${READER_BUSY_MS}`);
  db.exec(`pragma cache_size = -${cacheKib}`);
  return new RecordsFile(db);
}

function open(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'records.sqlite');
  const db = new DatabaseSync(path, { timeout: BUSY_MS, enableForeignKeyConstraints: true });
  db.exec('pragma journal_mode = wal');
  return db;
}
