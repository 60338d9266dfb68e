import { DataDirUnusable } from './data-dir-lock.ts';

/** What the operating system says about a disk that is full, read-only, failing or not ours. */
const CODES = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE', 'ENOTDIR']);

/** SQLite's result codes for the same: PERM, READONLY, IOERR, FULL, CANTOPEN. */
const SQLITE_CODES = new Set([3, 8, 10, 13, 14]);

/**
 * Runs a part of a start that uses the files in `DATA_DIR`.
 *
 * @throws DataDirUnusable if the disk prevents it, with its reason
 */
export async function usingDisk<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isOfDisk(error)) throw error;
    throw new DataDirUnusable(`${dataDir} cannot be used: ${error.message}`, { cause: error });
  }
}

function isOfDisk(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error && typeof error.errcode === 'number') return SQLITE_CODES.has(error.errcode & 0xff);
  return 'code' in error && typeof error.code === 'string' && 'syscall' in error && isOfFile(error.code, error.syscall);
}

/** Listening may fail with EACCES, too, and has another remedy. */
function isOfFile(code: string, syscall: unknown): boolean {
  return CODES.has(code) && syscall !== 'listen' && syscall !== 'bind';
}
