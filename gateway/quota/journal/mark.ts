import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { InstallationDamaged } from '../../values/installation-damaged.ts';
import type { InstallationStart } from '../../values/installation-start.ts';
import { syncFolder } from './disk.ts';

/** The file that ties a folder of journals to the start of an installation. */
const NAME = 'installation.json';

const mark = z.object({ installation: z.string().min(1), start: z.int().positive() });

/** Path of the mark of a folder. */
export function markPath(folder: string): string {
  return join(folder, NAME);
}

/**
 * Reads the mark of a folder.
 *
 * @returns `null` if it has none
 * @throws InstallationDamaged if the mark cannot be read
 */
export function readMark(folder: string): InstallationStart | null {
  const path = markPath(folder);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  try {
    return mark.parse(JSON.parse(text));
  } catch (error) {
    throw new InstallationDamaged(
      `${path} is damaged. Put it back from a backup, or run: npm run cli -- recover journal`,
      {
        cause: error,
      },
    );
  }
}

/** Marks a folder. The mark is on the disk when this returns; a crash leaves the old one or the new one. */
export function writeMark(folder: string, { installation, start }: InstallationStart): void {
  const path = markPath(folder);
  const file = openSync(`${path}.new`, 'w', 0o600);
  try {
    writeSync(file, `${JSON.stringify({ installation, start })}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
  syncFolder(folder);
}
