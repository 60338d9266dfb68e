import type { Migration } from 'kysely/migration';
import { addAccountLinks } from './migrations/account-links.ts';
import { createAccounts } from './migrations/accounts.ts';
import { createClosings } from './migrations/closings.ts';
import { createConsumers } from './migrations/consumers.ts';
import { addKeyFamilies } from './migrations/key-families.ts';
import { createLedger } from './migrations/ledger.ts';
import { createListOrder } from './migrations/list-order.ts';
import { addUserLanguage } from './migrations/notices.ts';
import { createPayments } from './migrations/payments.ts';
import { addPeople } from './migrations/people.ts';
import { createSessions } from './migrations/sessions.ts';
import { createStatedUnits } from './migrations/stated-units.ts';
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
    '0005-sessions': { up: createSessions },
    '0006-people': { up: addPeople },
    '0007-closings': { up: createClosings },
    '0008-payments': { up: createPayments },
    '0009-consumers': { up: createConsumers },
    '0010-user-language': { up: addUserLanguage },
    '0011-stated-units': { up: createStatedUnits },
    '0012-key-families': { up: addKeyFamilies },
    '0013-account-links': { up: (db) => addAccountLinks(db, dialect) },
    '0016-list-order': { up: createListOrder },
  };
}
