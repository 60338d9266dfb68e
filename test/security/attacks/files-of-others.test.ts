// Another user of the machine reads the files of the gateway: hashes of keys and passwords, names, addresses, mails. The
// stores were 0644, and a DATA_DIR that existed before kept its 0755.
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makePrivate } from '../../../gateway/private-files.ts';
import { EmbeddedStore } from '../../../gateway/quota/embedded.ts';
import { openRecords } from '../../../gateway/records/records.ts';
import { startGateway } from '../../support/gateway.ts';
import { TDEE } from '../../support/in-process-gateway.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { unprivilegedUser } from '../../support/unprivileged-user.ts';

/** Rights of group and others on a folder and all that is in it, by name; what nobody else may touch is left out. */
function openTo(folder: string): Record<string, string> {
  const names = ['.', ...readdirSync(folder, { recursive: true }).map(String)];
  const modes = names.map((name) => [name, statSync(join(folder, name)).mode & 0o777] as const);
  return Object.fromEntries(
    modes.filter(([, mode]) => (mode & 0o077) !== 0).map(([name, mode]) => [name, mode.toString(8)]),
  );
}

it('a gateway keeps its files to itself, those of an older release too', async () => {
  const dataDir = temporaryFolder('old-store');
  const records = await openRecords({ dataDir });
  await records.close();
  await new EmbeddedStore({ path: join(dataDir, 'counters.sqlite') }).close();
  mkdirSync(join(dataDir, 'outbox'));
  writeFileSync(join(dataDir, 'outbox', 'mail.txt'), 'To: ann@example.com');
  writeFileSync(join(dataDir, 'notes.txt'), 'not ours');
  for (const name of ['outbox', '.']) chmodSync(join(dataDir, name), 0o755);
  for (const name of ['records.sqlite', 'counters.sqlite', 'notes.txt', 'outbox/mail.txt']) {
    chmodSync(join(dataDir, name), 0o644);
  }

  const gateway = await startGateway({ dataDir });
  const answer = await fetch(gateway.baseUrl + TDEE, { headers: { 'X-API-Key': gateway.key } });
  expect(answer.status).toBe(200);
  expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['records.sqlite-wal', 'counters.sqlite-wal']));
  // Behind a folder that nobody else may enter.
  expect(openTo(dataDir)).toEqual({ 'notes.txt': '644', 'outbox/mail.txt': '644' });
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'outbox')).mode & 0o777).toBe(0o700);
  await gateway.stop();
  expect(openTo(dataDir)).toEqual({ 'notes.txt': '644', 'outbox/mail.txt': '644' });
});

it('the command line makes files that nobody else can read', () => {
  const dataDir = join(temporaryFolder('cli-store'), 'data');
  const main = join(import.meta.dirname, '../../../gateway/cli/main.ts');
  execFileSync(process.execPath, [main, 'client', 'create', 'Acme'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    cwd: temporaryFolder('cli'),
  });
  expect(readdirSync(dataDir)).toContain('records.sqlite');
  expect(openTo(dataDir)).toEqual({});
});

it('a folder of somebody else is told, and used as it is', () => {
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
  // Who is not root owns the folder in this test, and can close it.
  expect(told).toEqual(other === undefined ? [] : [folder, join(folder, 'records.sqlite')]);
  if (other === undefined) return;
  chownSync(folder, other.uid, other.gid);
  expect(chmodAs(() => makePrivate(folder))).toEqual([join(folder, 'records.sqlite')]);
});
