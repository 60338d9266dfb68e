import { type Dialect, Kysely, sql } from 'kysely';
import { RecordsUnusable } from './connect-retry.ts';
import type { DialectName } from './migrations/migrations.ts';
import { MIGRATIONS } from './migrations/names.ts';
import type { Tables } from './tables.ts';

/**
 * Opens records and runs the migrations that they have not had.
 *
 * @throws RecordsUnusable if a migration fails, or the records have had one that this release does not know; nothing is
 *   left open
 */
export async function migrated(dialect: Dialect, name: DialectName): Promise<Kysely<Tables>> {
  const db = new Kysely<Tables>({ dialect });
  if (await isCurrent(db)) return db;
  // Most starts find current records, and load none of this.
  const [{ Migrator }, { migrations }] = await Promise.all([
    import('kysely/migration'),
    import('./migrations/migrations.ts'),
  ]);
  const provider = { getMigrations: async () => migrations(name) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) {
    await db.destroy();
    throw new RecordsUnusable(`The records could not be opened: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
  return db;
}

/** Whether the records have had all migrations, and no others. */
async function isCurrent(db: Kysely<Tables>): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    const had = rows.map((row) => row.name).toSorted();
    return had.join() === MIGRATIONS.join();
  } catch {
    // They are new, or cannot be read: the migrator creates its table, or says what is wrong.
    return false;
  }
}
