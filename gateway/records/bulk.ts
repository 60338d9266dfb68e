import { CompiledQuery, type Kysely } from 'kysely';
import { WorkThread } from '../threads/work-thread.ts';
import type { BulkText, BulkWork } from './bulk-thread.ts';
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
 * a statement with a placeholder per value. With SQLite the rows are written in a thread of their own, because the
 * event loop would wait for each write.
 */
export interface BulkWriter {
  /**
   * Runs the statements in one transaction. Keep it short, about 500 rows: with SQLite, a change of the records waits
   * for its end and blocks the event loop meanwhile.
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
  close(): Promise<void>;
}

/** Writes to `records.sqlite` in `dataDir`, which exists. */
export function bulkWriterOfSqlite(dataDir: string): BulkWriter {
  const thread = new WorkThread<BulkWork, readonly unknown[][]>({
    module: new URL('./bulk-thread.ts', import.meta.url),
    data: dataDir,
    purpose: 'writes to the records',
  });
  return {
    async write<Rows extends readonly unknown[]>(...statements: readonly BulkStatement[]) {
      const given = 'with given(value) as (select value from json_each(?))';
      return (await thread.run({ texts: statements.map((one) => withRows(given, one)) })) as BulkRows<Rows>;
    },
    async sync() {
      await thread.run('sync');
    },
    close: () => thread.end(),
  };
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
    close: () => Promise.resolve(),
  };
}

function withRows(given: string, { text, rows }: BulkStatement): BulkText {
  return { sql: `${given} ${text}`, json: JSON.stringify(rows) };
}
