import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Committed transactions that SQLite would drop without a word, because its write-ahead log is damaged before them. */
export interface LogDamage {
  readonly path: string;
  /** Offset of the first damaged frame in bytes. */
  readonly at: number;
  /** Transactions from the damage on that had been committed, as far as their frames show. */
  readonly commits: number;
}

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC_LITTLE = 0x377f0682;
const MAGIC_BIG = 0x377f0683;

/** A frame of this log bears both salts of its header. One of an earlier log bears neither. */
type Salts = 'both' | 'one' | 'none';

/**
 * Looks for damage in the write-ahead log of a database that no process has open. SQLite takes the first wrong checksum
 * as the end of the log. It cannot tell a crash from damage and then loses every later transaction.
 *
 * Behind the valid frames, a crash leaves parts of a transaction that was not committed, and frames of earlier logs.
 * Committed frames of this log are there only if something changed them. (A loss of power may do that, too: it can store
 * a later frame and not an earlier one.)
 *
 * @see https://sqlite.org/fileformat2.html#walformat
 */
export function findLogDamage(path: string): LogDamage | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  try {
    return damageIn(file, path);
  } finally {
    closeSync(file);
  }
}

function damageIn(file: number, path: string): LogDamage | null {
  const { size } = fstatSync(file);
  const header = Buffer.alloc(HEADER_BYTES);
  // A log begins with its header. Without one, it never held a transaction.
  if (size < HEADER_BYTES || readSync(file, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return null;
  if (header.every((byte) => byte === 0)) return null;
  const magic = header.readUInt32BE(0);
  const pageBytes = header.readUInt32BE(8);
  let sum = new Checksum(magic === MAGIC_BIG).over(header.subarray(0, 24));
  const isHeader = (magic === MAGIC_LITTLE || magic === MAGIC_BIG) && sum.equals(header, 24);
  if (!isHeader) return { path, at: 0, commits: 1 };

  const frame = Buffer.alloc(FRAME_HEADER_BYTES + pageBytes);
  let damagedAt: number | null = null;
  let commits = 0;
  for (let at = HEADER_BYTES; at + frame.length <= size; at += frame.length) {
    readSync(file, frame, 0, frame.length, at);
    const salts = saltsOf(frame, header);
    if (damagedAt === null && salts === 'both') {
      const next = sum.over(frame.subarray(0, 8)).over(frame.subarray(FRAME_HEADER_BYTES));
      if (next.equals(frame, 16)) {
        sum = next;
        continue;
      }
    }
    const wasCommit =
      salts !== 'none' && (frame.readUInt32BE(4) !== 0 || (damagedAt === null && lostItsMark(frame, sum)));
    damagedAt ??= at;
    if (wasCommit) commits += 1;
  }
  return damagedAt === null || commits === 0 ? null : { path, at: damagedAt, commits };
}

function saltsOf(frame: Buffer, header: Buffer): Salts {
  const equal = [0, 4].filter((at) => frame.readUInt32BE(8 + at) === header.readUInt32BE(16 + at)).length;
  return equal === 2 ? 'both' : equal === 1 ? 'one' : 'none';
}

/** Whether one changed bit took the mark of a commit, the size of the database in pages, from a frame. */
function lostItsMark(frame: Buffer, before: Checksum): boolean {
  const start = Buffer.from(frame.subarray(0, 8));
  for (let bit = 0; bit < 32; bit += 1) {
    start.writeUInt32BE((1 << bit) >>> 0, 4);
    if (before.over(start).over(frame.subarray(FRAME_HEADER_BYTES)).equals(frame, 16)) return true;
  }
  return false;
}

/** The cumulative checksum of SQLite's log. */
class Checksum {
  readonly #big: boolean;
  readonly #first: number;
  readonly #second: number;

  constructor(big: boolean, first = 0, second = 0) {
    this.#big = big;
    this.#first = first;
    this.#second = second;
  }

  over(bytes: Buffer): Checksum {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let first = this.#first;
    let second = this.#second;
    for (let at = 0; at < bytes.length; at += 8) {
      first = (first + view.getUint32(at, !this.#big) + second) >>> 0;
      second = (second + view.getUint32(at + 4, !this.#big) + first) >>> 0;
    }
    return new Checksum(this.#big, first, second);
  }

  equals(bytes: Buffer, at: number): boolean {
    return bytes.readUInt32BE(at) === this.#first && bytes.readUInt32BE(at + 4) === this.#second;
  }
}
