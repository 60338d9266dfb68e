import { type Kysely, sql } from 'kysely';
import type { DialectName } from './migrations.ts';

/** `changes`, which every process polls by sequence, and the append-only `audit`. */
export async function createTrail(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await numbered(db, dialect, 'changes', 'seq')
    .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('key', 'client', 'plan')`))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await numbered(db, dialect, 'audit', 'id')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('client_id', 'text')
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('record_kind', 'text', (column) => column.notNull())
    .addColumn('record_id', 'text', (column) => column.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('address', 'text')
    .execute();
  await db.schema.createIndex('audit_client').on('audit').columns(['client_id', 'at']).execute();
}

/** A table numbered by the database. `autoincrement` keeps SQLite from reusing the number of a deleted last row. */
function numbered(db: Kysely<unknown>, dialect: DialectName, table: string, column: string) {
  return dialect === 'sqlite'
    ? db.schema.createTable(table).addColumn(column, 'integer', (definition) => definition.primaryKey().autoIncrement())
    : db.schema
        .createTable(table)
        .addColumn(column, 'bigint', (definition) => definition.primaryKey().generatedAlwaysAsIdentity());
}
