import { closeSync, fdatasync, fsync, fsyncSync, ftruncateSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** What a journal asks of the disk. Tests put faults in between. */
export interface Disk {
  /** Creates a file that does not exist, for appending. */
  create(path: string): number;
  /** Writes all bytes at the end. After an error some of them may be in the file. */
  append(file: number, bytes: Buffer): void;
  truncate(file: number, size: number): void;
  /** Resolves when the content is on the disk. */
  sync(file: number): Promise<void>;
  /** Resolves when the name of a file is on the disk. */
  syncName(path: string): Promise<void>;
  close(file: number): void;
  remove(path: string): void;
}

export const NODE_DISK: Disk = {
  create: (path) => openSync(path, 'ax', 0o600),
  append(file, bytes) {
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
  },
  truncate: ftruncateSync,
  sync: (file) => settled((done) => fdatasync(file, done)),
  async syncName(path) {
    // Windows cannot open folders; it stores the name when the file is synced.
    if (process.platform === 'win32') return;
    const folder = openSync(dirname(path), 'r');
    await settled((done) => fsync(folder, done)).finally(() => closeSync(folder));
  },
  close: closeSync,
  remove: unlinkSync,
};

/** Returns when the names in a folder are on the disk. For the start of a process: it waits for the disk. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const file = openSync(folder, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function settled(start: (done: (error: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => start((error) => (error === null ? resolve() : reject(error))));
}
