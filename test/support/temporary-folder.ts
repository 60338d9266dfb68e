import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * An empty folder, kept while this process lives so that a restarted server finds its files. Other users may pass
 * through it (a database server refuses to run as root). Under vitest the global setup removes what a crash left.
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
