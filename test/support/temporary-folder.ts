import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * An empty folder that exists as long as this process, so that a restarted server finds its files. Other users may
 * enter it (a database server refuses to run as root). Under vitest the global setup removes the remains of a crash.
 */
export function temporaryFolder(purpose: string): string {
  const folder = mkdtempSync(join(tmpdir(), `vitalgate-${purpose}-`));
  chmodSync(folder, 0o711);
  if (folders.length === 0) process.once('exit', removeAll);
  folders.push(folder);
  return folder;
}

const folders: string[] = [];

function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
