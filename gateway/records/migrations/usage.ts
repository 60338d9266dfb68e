import type { Kysely } from 'kysely';

/** The checkpoints of the counters. No foreign keys: a checkpoint must never fail, and history outlives its records. */
export async function createUsage(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('usage_fold')
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('calculator', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('epoch', 'text', (column) => column.notNull())
    .addColumn('calls', 'bigint', (column) => column.notNull())
    .addColumn('units', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_fold_pk', ['client_id', 'day', 'key_id', 'calculator', 'status', 'epoch'])
    .execute();
  await db.schema
    .createTable('month_fold')
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('epoch', 'text', (column) => column.notNull())
    .addColumn('admitted_included', 'bigint', (column) => column.notNull())
    .addColumn('admitted_overage', 'bigint', (column) => column.notNull())
    .addColumn('admitted_credits', 'bigint', (column) => column.notNull())
    .addColumn('returned_included', 'bigint', (column) => column.notNull())
    .addColumn('returned_overage', 'bigint', (column) => column.notNull())
    .addColumn('returned_credits', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('month_fold_pk', ['client_id', 'month', 'epoch'])
    .execute();
  await db.schema
    .createTable('credit_fold')
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('epoch', 'text', (column) => column.notNull())
    .addColumn('taken', 'bigint', (column) => column.notNull())
    .addColumn('returned', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('credit_fold_pk', ['client_id', 'epoch'])
    .execute();
}
