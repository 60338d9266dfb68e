import { cpSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { findLogDamage } from './sqlite-log.ts';

const PAGE = 512;
const ROWS = 2;

/** A database with {@link ROWS} commits in its log, as a killed process leaves it. */
function killed(folder: string): string {
  const path = join(folder, 'open.sqlite');
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA page_size = ${PAGE}; PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER)`);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  for (let row = 1; row <= ROWS; row += 1) db.exec(`INSERT INTO t VALUES (${row})`);
  const copy = join(folder, 'killed.sqlite');
  for (const end of ['', '-wal']) cpSync(path + end, copy + end);
  db.close();
  return copy;
}

/** The rows that SQLite reads. */
function rowsOf(path: string): number {
  const db = new DatabaseSync(path);
  const { rows } = db.prepare('SELECT count(*) AS rows FROM t').get() ?? {};
  db.close();
  return Number(rows);
}

it('either sees each changed bit of a log, or SQLite reads everything', () => {
  const folder = temporaryFolder('log');
  const path = killed(folder);
  const whole = readFileSync(`${path}-wal`);
  expect(findLogDamage(`${path}-wal`)).toBeNull();
  const copy = join(folder, 'flipped.sqlite');
  let unseen = 0;
  for (let at = 0; at < whole.length; at += 1) {
    const damaged = Buffer.from(whole);
    damaged.writeUInt8(whole.readUInt8(at) ^ (1 << (at % 8)), at);
    writeFileSync(`${copy}-wal`, damaged);
    if (findLogDamage(`${copy}-wal`) !== null) continue;
    unseen += 1;
    cpSync(path, copy);
    expect(rowsOf(copy), `byte ${at}`).toBe(ROWS);
  }
  expect(unseen).toBe(0);
});

it('sees every changed bit of the last commit', () => {
  const path = killed(temporaryFolder('log'));
  const whole = readFileSync(`${path}-wal`);
  for (let bit = (whole.length - PAGE - 24) * 8; bit < (whole.length - PAGE) * 8; bit += 1) {
    const damaged = Buffer.from(whole);
    damaged.writeUInt8(whole.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    writeFileSync(`${path}-wal`, damaged);
    expect(findLogDamage(`${path}-wal`)?.commits, `bit ${bit}`).toBe(1);
  }
});

it('accepts a log that a crash cut off anywhere', () => {
  const path = `${killed(temporaryFolder('log'))}-wal`;
  for (let length = readFileSync(path).length; length >= 0; length -= 1) {
    truncateSync(path, length);
    expect(findLogDamage(path), `${length} bytes`).toBeNull();
  }
});

it('accepts frames of earlier logs behind those of this one, and parts of a transaction without a commit', () => {
  const folder = temporaryFolder('log');
  const path = join(folder, 'reused.sqlite');
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA page_size = ${PAGE}; PRAGMA journal_mode = WAL; CREATE TABLE t (n TEXT)`);
  for (let row = 0; row < 20; row += 1) db.exec(`INSERT INTO t VALUES ('${'x'.repeat(300)}')`);
  db.exec('PRAGMA wal_checkpoint(RESTART)');
  db.exec("INSERT INTO t VALUES ('new')");
  expect(findLogDamage(`${path}-wal`)).toBeNull();
  // Too large for the cache: its pages go to the log before the commit, and stay there after the rollback.
  db.exec('PRAGMA cache_size = 10; BEGIN');
  for (let row = 0; row < 200; row += 1) db.exec(`INSERT INTO t VALUES ('${'y'.repeat(300)}')`);
  db.exec("ROLLBACK; INSERT INTO t VALUES ('after')");
  expect(findLogDamage(`${path}-wal`)).toBeNull();
  db.close();
  expect(findLogDamage(`${path}-wal`)).toBeNull();
});
