import { sql } from 'kysely';
import type { Records } from './records.ts';

/**
 * The clock of the database, in milliseconds since 1970. PostgreSQL has its own; SQLite has that of this machine.
 */
export async function databaseTime({ db, dialect }: Pick<Records, 'db' | 'dialect'>): Promise<number> {
  const now =
    dialect === 'sqlite'
      ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
      : sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;
  return (await db.selectNoFrom(now.as('now')).executeTakeFirstOrThrow()).now;
}
