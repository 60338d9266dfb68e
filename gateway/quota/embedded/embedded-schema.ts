import { DatabaseSync } from 'node:sqlite';

/**
 * The counters of one machine. In `keys`, `key` is the id of a family of keys, and only earlier releases read `time`.
 * `journal` holds the number of the last journal record whose changes are in the tables. `installation` says which start
 * owns the file, and whether it stopped after all its records were in the tables. Sequences have no table: no command
 * outlives the process that owns the file. `holds` has the units of forwarded calls as JSON ({@link Hold}),
 * `idempotency_keys` the keys of the last day.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS limits (
    client TEXT PRIMARY KEY, version INTEGER NOT NULL, quota INTEGER, burst_q INTEGER, burst_w INTEGER,
    mode TEXT NOT NULL, granted INTEGER NOT NULL, ceiling INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS credits (
    client TEXT PRIMARY KEY, epoch TEXT NOT NULL,
    base INTEGER NOT NULL, taken INTEGER NOT NULL, returned INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS months (
    client TEXT NOT NULL, month TEXT NOT NULL, epoch TEXT NOT NULL,
    base_included INTEGER NOT NULL, base_overage INTEGER NOT NULL, base_credits INTEGER NOT NULL,
    admitted_included INTEGER NOT NULL, admitted_overage INTEGER NOT NULL, admitted_credits INTEGER NOT NULL,
    returned_included INTEGER NOT NULL, returned_overage INTEGER NOT NULL, returned_credits INTEGER NOT NULL,
    PRIMARY KEY (client, month)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS keys (
    client TEXT NOT NULL, key TEXT NOT NULL,
    tat INTEGER NOT NULL, time INTEGER NOT NULL, month TEXT NOT NULL, units INTEGER NOT NULL,
    PRIMARY KEY (client, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS usage (
    client TEXT NOT NULL, day TEXT NOT NULL, key TEXT NOT NULL, calculator TEXT NOT NULL, status TEXT NOT NULL,
    calls INTEGER NOT NULL, units INTEGER NOT NULL,
    PRIMARY KEY (client, day, key, calculator, status)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS holds (
    client TEXT NOT NULL, name TEXT NOT NULL, hold TEXT NOT NULL, PRIMARY KEY (client, name)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS idempotency_keys (
    client TEXT NOT NULL, key TEXT NOT NULL, print TEXT NOT NULL, at INTEGER NOT NULL, places TEXT NOT NULL,
    PRIMARY KEY (client, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS idempotency_keys_at ON idempotency_keys (at);
  CREATE TABLE IF NOT EXISTS idempotency_windows (
    client TEXT PRIMARY KEY, since INTEGER NOT NULL, count INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS journal (one INTEGER PRIMARY KEY CHECK (one = 1), last INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS installation (
    one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL, start INTEGER NOT NULL, stopped INTEGER NOT NULL
  ) STRICT;
`;

/** Milliseconds to wait for another program that is writing to the file. */
const BUSY_MS = 2_000;

/** Opens or creates the counter file. */
export function openCounterFile(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: BUSY_MS });
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  // One transaction, so that a new file is synced once.
  db.exec(`BEGIN; ${SCHEMA} COMMIT;`);
  return db;
}
