import { CompiledQuery, type Kysely } from 'kysely';
import type { BulkText } from './sqlite-write.ts';
import type { SqliteWriter } from './sqlite-writer.ts';
import type { Tables } from './tables.ts';

/** A statement that writes many rows. */
export interface BulkStatement {
  /**
   * SQL for both databases, the same text every time. It reads its rows from the table `given`, whose column `value` is
   * a JSON array: `given.value ->> 0` is the first member of a row. Numbers need a cast, because `->>` returns text in
   * PostgreSQL.
   */
  readonly text: string;
  readonly rows: readonly (readonly (string | number)[])[];
}

/** The rows that each statement returns. */
export type BulkRows<Rows extends readonly unknown[]> = { readonly [At in keyof Rows]: readonly Rows[At][] };

/**
 * Writes many rows at a time. One statement text and one parameter serve any number of rows, which costs a fraction of
 * a statement with a placeholder per value.
 */
export interface BulkWriter {
  /**
   * Runs the statements in one transaction. Keep it short, about 500 rows: with SQLite, a change of the records waits
   * for its end.
   *
   * With SQLite, a power cut may undo the last writes until `sync` has returned. Write only what can be written again.
   *
   * @returns for each statement, the rows of its `returning`
   * @throws if the transaction fails; then nothing of it was written
   * @example
   * const text = 'insert into notes (id, text) select given.value ->> 0, given.value ->> 1 from given returning id';
   * const [notes] = await records.bulk.write<[{ id: string }]>({ text, rows: [['a', 'first'], ['b', 'second']] });
   */
  write<Rows extends readonly unknown[]>(...statements: readonly BulkStatement[]): Promise<BulkRows<Rows>>;
  /** Resolves when everything written before survives a power cut. */
  sync(): Promise<void>;
}

export function bulkWriterOfSqlite(writer: SqliteWriter): BulkWriter {
  return {
    async write<Rows extends readonly unknown[]>(...statements: readonly BulkStatement[]) {
      const given = `with given(value) as (select value from ${eachRow(process.versions.sqlite)}(?))`;
      const texts = statements.map((one) => withRows(given, one));
      const results = await writer.write({ kind: 'bulk', texts });
      return results.map(({ rows }) => rows) as readonly unknown[][] as BulkRows<Rows>;
    },
    async sync() {
      await writer.write({ kind: 'sync' });
    },
  };
}

/**
 * The function that gives the rows. As `jsonb` each row is parsed once, as `json` once for every member, and a
 * checkpoint costs a quarter more. An operator's own Node may bring an SQLite before 3.51, which has no `jsonb_each`.
 */
export function eachRow(sqlite = '3.0'): 'jsonb_each' | 'json_each' {
  const [, minor = 0] = sqlite.split('.').map(Number);
  return minor >= 51 ? 'jsonb_each' : 'json_each';
}

export function bulkWriterOfPostgres(db: Kysely<Tables>): BulkWriter {
  return {
    async write<Rows extends readonly unknown[]>(...statements: readonly BulkStatement[]) {
      const given = 'with given(value) as (select json_array_elements(cast($1 as json)))';
      const queries = statements.map((one) => {
        const { sql, json } = withRows(given, one);
        return CompiledQuery.raw(sql, [json]);
      });
      const rows = await db.transaction().execute(async (trx) => {
        const returned: unknown[][] = [];
        for (const query of queries) returned.push((await trx.executeQuery(query)).rows);
        return returned;
      });
      return rows as readonly unknown[][] as BulkRows<Rows>;
    },
    // Every commit is on the disk.
    sync: () => Promise.resolve(),
  };
}

function withRows(given: string, { text, rows }: BulkStatement): BulkText {
  return { sql: `${given} ${text}`, json: JSON.stringify(rows) };
}
