import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface RecordsFileOptions {
  /** `full`: a commit survives a power cut. `normal`: it survives the end of the process. */
  readonly synchronous: 'full' | 'normal';
  /** How long a statement waits for the lock of another writer, in milliseconds. It blocks its thread. */
  readonly busyTimeoutMs: number;
}

/** Opens `records.sqlite` in `dataDir`, which is created if missing. */
export function openRecordsFile(dataDir: string, { synchronous, busyTimeoutMs }: RecordsFileOptions): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(join(dataDir, 'records.sqlite'), {
    timeout: busyTimeoutMs,
    enableForeignKeyConstraints: true,
  });
  database.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}`);
  return database;
}
