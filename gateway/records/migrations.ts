import type { Migration } from 'kysely/migration';
import { createAccounts } from './migrations/accounts.ts';
import { createLedger } from './migrations/ledger.ts';
import { createTrail } from './migrations/trail.ts';
import { createUsage } from './migrations/usage.ts';

export type DialectName = 'sqlite' | 'postgres';

/** All migrations in the order of their names. One that has been released is never edited: add the next. */
export function migrations(dialect: DialectName): Record<string, Migration> {
  return {
    '0001-accounts': { up: createAccounts },
    '0002-ledger': { up: createLedger },
    '0003-trail': { up: (db) => createTrail(db, dialect) },
    '0004-usage': { up: createUsage },
  };
}
