// The attack of files-of-others.test.ts against real processes.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EmbeddedStore } from '../../../gateway/quota/embedded/embedded.ts';
import { openRecords } from '../../../gateway/records/records.ts';
import { startGateway } from '../../support/gateway.ts';
import { TDEE } from '../../support/in-process-gateway.ts';
import { rightsOfOthers } from '../../support/rights-of-others.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

it('a gateway closes its files to other users, including files of an older release', async () => {
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
  // Inside a folder that no other user may enter.
  expect(rightsOfOthers(dataDir)).toEqual({ 'notes.txt': '644', 'outbox/mail.txt': '644' });
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'outbox')).mode & 0o777).toBe(0o700);
  await gateway.stop();
  expect(rightsOfOthers(dataDir)).toEqual({ 'notes.txt': '644', 'outbox/mail.txt': '644' });
});

it('the command line creates files that no other user can read', () => {
  const dataDir = join(temporaryFolder('cli-store'), 'data');
  const main = join(import.meta.dirname, '../../../gateway/cli/main.ts');
  execFileSync(process.execPath, [main, 'client', 'create', 'Acme'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    cwd: temporaryFolder('cli'),
  });
  expect(readdirSync(dataDir)).toContain('records.sqlite');
  expect(rightsOfOthers(dataDir)).toEqual({});
});
