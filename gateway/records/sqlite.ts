import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { openToRead, type RecordsFile, type Statement, type StatementResult } from './sqlite-file.ts';
import type { SqliteWriter } from './sqlite-writer.ts';

/**
 * Pages of the file that the reader of all calls keeps, in KiB. Keys and ids are random, so each first call of a client
 * needs other pages: with SQLite's own 2 MB and 50,000 clients it reads twice as many.
 */
const CACHE_KIB = 8_192;

/**
 * The dialect over `node:sqlite` for `records.sqlite` in `dataDir`, which is created if missing. Reads run in this
 * thread and never wait for writers; everything else runs where the writer writes.
 */
export function sqliteDialect(dataDir: string, writer: SqliteWriter): Dialect {
  return {
    createAdapter: () => new RecordsAdapter(),
    createDriver: () => new RecordsDriver(dataDir, writer),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class RecordsDriver implements Driver {
  readonly #dataDir: string;
  readonly #writer: SqliteWriter;
  #reader: RecordsFile | null = null;

  constructor(dataDir: string, writer: SqliteWriter) {
    this.#dataDir = dataDir;
    this.#writer = writer;
  }

  async init(): Promise<void> {
    this.#reader = openToRead(this.#dataDir, CACHE_KIB);
  }

  async acquireConnection(): Promise<RecordsConnection> {
    if (this.#reader === null) throw new Error('the records are not open');
    return new RecordsConnection(this.#dataDir, this.#reader, this.#writer);
  }

  async beginTransaction(connection: RecordsConnection, { accessMode }: TransactionSettings): Promise<void> {
    await (accessMode === 'read only' ? connection.beginReading() : connection.beginWriting());
  }

  commitTransaction(connection: RecordsConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: RecordsConnection): Promise<void> {
    return connection.rollBack();
  }

  async releaseConnection(connection: RecordsConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    await this.#writer.close();
    this.#reader?.close();
  }
}

/** What a query or a transaction uses. There may be any number at a time. */
class RecordsConnection implements DatabaseConnection {
  readonly #dataDir: string;
  readonly #reader: RecordsFile;
  readonly #writer: SqliteWriter;
  /** The file of a transaction that only reads: its snapshot must not concern other readers. */
  #snapshot: RecordsFile | null = null;
  /** Ends the turn of a transaction that writes. */
  #done: (() => void) | null = null;

  constructor(dataDir: string, reader: RecordsFile, writer: SqliteWriter) {
    this.#dataDir = dataDir;
    this.#reader = reader;
    this.#writer = writer;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = { sql: query.sql, parameters: query.parameters.map(bindable) };
    const { rows, changes } = await this.#run(statement, query);
    const result = { rows: rows as Row[] };
    return changes === null ? result : { ...result, numAffectedRows: BigInt(changes) };
  }

  streamQuery(): never {
    throw new Error('the records are read in pages, not streamed');
  }

  async beginReading(): Promise<void> {
    this.#snapshot = openToRead(this.#dataDir);
    this.#snapshot.exec('begin');
  }

  /**
   * Takes the write lock first and waits for it. A deferred transaction that reads and then writes would fail at once,
   * without waiting, if the command line has written in between (SQLITE_BUSY_SNAPSHOT).
   */
  async beginWriting(): Promise<void> {
    this.#done = await this.#writer.turn();
    await this.#write({ sql: 'begin immediate', parameters: [] }, false);
  }

  async commit(): Promise<void> {
    if (this.#snapshot !== null) this.#snapshot.exec('commit');
    else await this.#write({ sql: 'commit', parameters: [] }, true);
  }

  async rollBack(): Promise<void> {
    // A transaction that only reads ends when its file is closed.
    if (this.#snapshot === null) await this.#writer.run({ kind: 'rollback' });
  }

  release(): void {
    this.#snapshot?.close();
    this.#snapshot = null;
    this.#done?.();
    this.#done = null;
  }

  async #run(statement: Statement, query: CompiledQuery): Promise<StatementResult> {
    if (this.#snapshot !== null) return this.#snapshot.run(statement);
    if (this.#done !== null) return this.#write(statement, true);
    if (onlyReads(query)) return this.#reader.run(statement);
    return first(await this.#writer.write({ kind: 'statement', statement, within: false }));
  }

  async #write(statement: Statement, within: boolean): Promise<StatementResult> {
    return first(await this.#writer.run({ kind: 'statement', statement, within }));
  }
}

/** A write that is taken for a read fails: the reader's connection refuses it. */
function onlyReads({ query, sql }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' || /^\s*(?:select|pragma)\b/i.test(sql);
}

function first([result]: readonly StatementResult[]): StatementResult {
  if (result === undefined) throw new Error('a statement has a result');
  return result;
}

function bindable(value: unknown) {
  if (value === null || typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string') {
    return value;
  }
  throw new TypeError(`A ${typeof value} cannot be a parameter of the records`);
}

class RecordsAdapter extends SqliteAdapter {
  // Kysely's adapter returns false and lets every query wait for a running transaction.
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  // Kysely's adapter returns false and runs migrations without a transaction. SQLite has transactional DDL, and the
  // write lock of that transaction keeps two processes from migrating the same file at once.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
