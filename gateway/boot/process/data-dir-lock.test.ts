import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { TakenOver } from '../../values/taken-over.ts';
import { CHECKED_EVERY_MS, DataDirInUse, DataDirUnusable, lockDataDir } from './data-dir-lock.ts';

it('keeps a second gateway out until the first releases the folder', () => {
  const folder = join(temporaryFolder('lock'), 'new', 'data');
  const lock = lockDataDir(folder);
  expect(lock.isNew).toBe(true);
  expect(() => lockDataDir(folder)).toThrow(DataDirInUse);
  lock.release();
  const again = lockDataDir(folder);
  expect(again.isNew).toBe(false);
  again.release();
});

it('says what is wrong with a folder that it cannot use, instead of blaming another gateway', () => {
  const file = join(temporaryFolder('lock'), 'file');
  writeFileSync(file, '');
  expect(() => lockDataDir(file)).toThrow(DataDirUnusable);
  expect(() => lockDataDir(file)).toThrow(/cannot be used: EEXIST/);
  const folder = temporaryFolder('lock');
  writeFileSync(join(folder, 'lock.sqlite'), 'this is no database, only text that is long enough to be read as one');
  expect(() => lockDataDir(folder)).toThrow(/cannot be used: file is not a database/);
});

it.each([
  ['removed', (path: string) => rmSync(path)],
  [
    'replaced by a copy',
    (path: string) => {
      cpSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
  ],
])('notices that the lock file was %s, and stays lost', async (_how, spoil) => {
  const folder = temporaryFolder('lock');
  const lock = lockDataDir(folder);
  lock.check();
  spoil(join(folder, 'lock.sqlite'));
  await delay(CHECKED_EVERY_MS + 10);
  expect(() => lock.check()).toThrow(TakenOver);
  expect(() => lock.check()).toThrow(join(folder, 'lock.sqlite'));
  lock.release();
});
