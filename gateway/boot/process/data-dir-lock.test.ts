import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { DataDirInUse, DataDirUnusable, lockDataDir } from './data-dir-lock.ts';

it('keeps a second gateway out until the first releases the folder', () => {
  const folder = join(temporaryFolder('lock'), 'new', 'data');
  const release = lockDataDir(folder);
  expect(() => lockDataDir(folder)).toThrow(DataDirInUse);
  release();
  lockDataDir(folder)();
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
