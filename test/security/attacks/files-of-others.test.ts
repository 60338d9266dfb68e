// The attack: another user of the machine reads the gateway's files: hashes of keys and passwords, names, addresses,
// mails. The stores had mode 0644, and an existing DATA_DIR kept its 0755.
import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makePrivate } from '../../../gateway/boot/process/private-files.ts';
import { rightsOfOthers } from '../../support/rights-of-others.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { unprivilegedUser } from '../../support/unprivileged-user.ts';

it('a folder of an older release is closed to other users, with every file of the gateway in it', () => {
  const folder = temporaryFolder('old-store');
  for (const name of ['outbox', 'journals']) mkdirSync(join(folder, name));
  const files = ['records', 'counters', 'lock'].flatMap((name) =>
    ['', '-wal', '-shm', '-journal'].map((end) => `${name}.sqlite${end}`),
  );
  for (const name of [...files, 'notes.txt']) writeFileSync(join(folder, name), '');
  for (const name of [...files, 'notes.txt']) chmodSync(join(folder, name), 0o644);
  for (const name of ['outbox', 'journals', '.']) chmodSync(join(folder, name), 0o755);
  expect(makePrivate(folder)).toEqual([]);
  expect(rightsOfOthers(folder)).toEqual({ 'notes.txt': '644' });
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const name of files) expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600);
});

it('a folder of another owner is reported, and used unchanged', () => {
  const other = unprivilegedUser();
  const folder = temporaryFolder('of-somebody-else');
  writeFileSync(join(folder, 'records.sqlite'), '');
  chmodSync(join(folder, 'records.sqlite'), 0o644);
  chmodSync(folder, 0o755);
  const chmodAs = (act: () => string[]): string[] => {
    if (other === undefined) return act();
    process.seteuid?.(other.uid);
    try {
      return act();
    } finally {
      process.seteuid?.(0);
    }
  };
  const told = chmodAs(() => makePrivate(folder));
  // Only root can create a folder of another user.
  expect(told).toEqual(other === undefined ? [] : [folder, join(folder, 'records.sqlite')]);
  if (other === undefined) return;
  chownSync(folder, other.uid, other.gid);
  expect(chmodAs(() => makePrivate(folder))).toEqual([join(folder, 'records.sqlite')]);
});
