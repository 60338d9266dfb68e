import { closeSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { findDamage, findDamageAtStart } from './sqlite-damage.ts';

const PAGE = 4_096;

/** A database of several pages whose third one was overwritten. */
function damaged(): string {
  const path = join(temporaryFolder('damage'), 'some.sqlite');
  const db = new DatabaseSync(path);
  db.exec('CREATE TABLE some (text TEXT)');
  const insert = db.prepare('INSERT INTO some VALUES (?)');
  for (let at = 0; at < 100; at++) insert.run('x'.repeat(1_000));
  db.close();
  overwrite(path, 2 * PAGE);
  return path;
}

function overwrite(path: string, at: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(PAGE, 0xff), 0, PAGE, at);
  closeSync(file);
}

describe('a database before a start', () => {
  it('is checked page by page up to 64 MB', () => {
    const path = damaged();
    expect(findDamageAtStart(path, () => new DatabaseSync(path))).not.toBeNull();
    overwrite(path, 0);
    expect(findDamageAtStart(path, () => new DatabaseSync(path))).toMatch(/not a database/);
  });

  it('is checked by its header only if it is larger', () => {
    const path = damaged();
    truncateSync(path, 64 * 1024 * 1024 + PAGE);
    expect(statSync(path).size).toBeGreaterThan(64 * 1024 * 1024);
    expect(findDamageAtStart(path, () => new DatabaseSync(path))).toBeNull();
    expect(findDamage(() => new DatabaseSync(path))).not.toBeNull();
    overwrite(path, 0);
    expect(findDamageAtStart(path, () => new DatabaseSync(path))).toMatch(/not a database/);
  });
});
