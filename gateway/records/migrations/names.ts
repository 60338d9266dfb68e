/** Names of all migrations, in order. Records that have had all of them are current. */
export const MIGRATIONS = [
  '0001-accounts',
  '0002-ledger',
  '0003-trail',
  '0004-usage',
  '0005-sessions',
  '0006-people',
  '0007-closings',
  '0008-payments',
  '0009-consumers',
  '0010-user-language',
  '0011-stated-units',
  '0012-key-families',
  '0013-account-links',
  '0016-list-order',
  '0017-key-ends',
  '0019-contained-commands',
  '0020-outage-percent',
  '0023-idempotency',
  '0024-checkpoint-marks',
  '0025-reconciliations',
  '0026-installation',
  '0027-lost-units',
  '0028-developer-keys',
] as const;

export type MigrationName = (typeof MIGRATIONS)[number];
