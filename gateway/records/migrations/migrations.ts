import type { Migration } from 'kysely/migration';
import { addAccountLinks } from './account-links.ts';
import { createAccounts } from './accounts.ts';
import { createCheckpointMarks } from './checkpoint-marks.ts';
import { createClosings } from './closings.ts';
import { createConsumers } from './consumers.ts';
import { addContainedCommands } from './contained-commands.ts';
import { addDeveloperKeys } from './developer-keys.ts';
import { createIdempotency } from './idempotency.ts';
import { createInstallation } from './installation.ts';
import { addKeyEnds } from './key-ends.ts';
import { addKeyFamilies } from './key-families.ts';
import { createLedger } from './ledger.ts';
import { createListOrder } from './list-order.ts';
import { createLostUnits } from './lost-units.ts';
import type { MigrationName } from './names.ts';
import { addUserLanguage } from './notices.ts';
import { addOutagePercent } from './outage-percent.ts';
import { createPayments } from './payments.ts';
import { addPeople } from './people.ts';
import { createReconciliations } from './reconciliations.ts';
import { createSessions } from './sessions.ts';
import { createStatedUnits } from './stated-units.ts';
import { createTrail } from './trail.ts';
import { createUsage } from './usage.ts';

export type DialectName = 'sqlite' | 'postgres';

/** All migrations, in order of name. Never edit a released one: add the next. */
export function migrations(dialect: DialectName): Record<MigrationName, Migration> {
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
    '0017-key-ends': { up: addKeyEnds },
    '0019-contained-commands': { up: addContainedCommands },
    '0020-outage-percent': { up: addOutagePercent },
    '0023-idempotency': { up: createIdempotency },
    '0024-checkpoint-marks': { up: createCheckpointMarks },
    '0025-reconciliations': { up: createReconciliations },
    '0026-installation': { up: createInstallation },
    '0027-lost-units': { up: createLostUnits },
    '0028-developer-keys': { up: addDeveloperKeys },
  };
}
