import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** A process draws at most this part of what is left, so that the other processes find some too. */
const PART = 8;

/** Milliseconds to wait for another process. */
const PATIENCE_MS = 50;

/**
 * What the processes of one `DATA_DIR` have drawn from the allowances of an outage. It is a file, so a restart renews
 * nothing. What a process drew is free again when all calls in its journals are counted.
 */
export class AllowanceBook {
  readonly #path: string;
  #opened: DatabaseSync | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Draws at least `least` units of an account, or none if fewer are left.
   *
   * @param allowance units that all processes together may draw
   * @returns the drawn units
   * @throws if the file cannot be used
   */
  draw(process: string, account: string, allowance: number, least: number): number {
    const db = this.#open();
    db.exec('BEGIN IMMEDIATE');
    try {
      const sum = db.prepare('SELECT coalesce(sum(units), 0) AS units FROM drawn WHERE account = ?').get(account);
      const left = allowance - Number(sum?.units);
      const units = left < least ? 0 : Math.max(least, Math.floor(left / PART));
      if (units > 0) {
        db.prepare(
          `INSERT INTO drawn (account, process, units) VALUES (?, ?, ?)
           ON CONFLICT (account, process) DO UPDATE SET units = units + excluded.units`,
        ).run(account, process, units);
      }
      db.exec('COMMIT');
      return units;
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  }

  /** Frees everything that a process drew. */
  release(process: string): void {
    if (this.#opened === null && !existsSync(this.#path)) return;
    this.#open().prepare('DELETE FROM drawn WHERE process = ?').run(process);
  }

  close(): void {
    this.#opened?.close();
    this.#opened = null;
  }

  #open(): DatabaseSync {
    if (this.#opened !== null) return this.#opened;
    const db = new DatabaseSync(this.#path, { timeout: PATIENCE_MS });
    try {
      db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
        CREATE TABLE IF NOT EXISTS drawn (account TEXT, process TEXT, units INTEGER, PRIMARY KEY (account, process))
        WITHOUT ROWID`);
    } catch (error) {
      db.close();
      throw error;
    }
    this.#opened = db;
    return db;
  }
}
