import { NODE_SCHEDULE, type Schedule } from '../admission/schedule.ts';
import { type Disk, NODE_DISK } from './disk.ts';
import { encodeEndMark, encodeRecord, mostBytes } from './record.ts';
import { segmentPath } from './segments.ts';
import { UnsyncedBytes } from './unsynced-bytes.ts';

/**
 * What an answered call survives. `process`: the end of the process, at once; a loss of power after at most
 * {@link SYNC_WITHIN_MS}. `power`: both at once; answers wait for the disk.
 */
export type Durability = 'process' | 'power';

/** Milliseconds until written records are on the disk, unless the disk is slower. */
export const SYNC_WITHIN_MS = 100;

/** Bytes that end a segment. */
export const SEGMENT_BYTES = 4_000_000;

/** Milliseconds between attempts to write records again after the disk failed to store them. */
const REWRITE_MS = 1_000;

/** A complete segment, which can be moved into tables and then removed. */
export interface SealedSegment {
  readonly path: string;
  /** Number of its last record. */
  readonly last: number;
}

export interface JournalOptions {
  /** An existing folder that only this journal uses. */
  readonly folder: string;
  /** Number of the first record. */
  readonly first: number;
  readonly durability: Durability;
  /** Called when a segment is complete, written, and has a successor in the folder. Must not throw. */
  readonly sealed: (segment: SealedSegment) => void;
  /** Called when the disk failed to store records; they will be written again. */
  readonly syncFailed: (error: unknown) => void;
  /**
   * Called before each record and each sync. Throws if this process may not write any more; then nothing is written and
   * no answer leaves.
   */
  readonly mayWrite?: () => void;
  readonly disk?: Disk;
  readonly schedule?: Schedule;
  readonly segmentBytes?: number;
}

interface Waiting {
  readonly number: number;
  readonly stored: (error: Error | null) => void;
}

interface Segment {
  readonly path: string;
  readonly file: number;
  /** Bytes of its whole records. */
  size: number;
  last: number;
  /** Whether its name is on the disk. */
  named: boolean;
  /** Whether it ends with its last whole record. */
  whole: boolean;
}

/**
 * The journal of a process: an append-only file in segments. A record is in the file when `append` returns, so it
 * survives the process. It is on the disk at most {@link SYNC_WITHIN_MS} later; syncing runs off the event loop.
 *
 * After a failed sync it is unknown what the disk holds, and another sync of the same file may succeed without storing
 * anything. The journal therefore gives the segment up and writes its unsynced records to a new one.
 *
 * A segment is complete when its successor is in the folder, and then ends with a mark. From the first record to
 * `close`, the folder therefore holds a segment, and a lost one is noticed.
 */
export class Journal {
  readonly #options: JournalOptions;
  readonly #disk: Disk;
  readonly #schedule: Schedule;
  #segment: Segment | null = null;
  /** Segments without room whose successor could not be created yet. */
  #ended: Segment[] = [];
  /** Complete segments that are not on the disk yet, in order. */
  #complete: Segment[] = [];
  #next: number;
  /** Written records that are not known to be on the disk, and the number of the first one. */
  readonly #unsynced = new UnsyncedBytes();
  #firstUnsynced: number;
  #waiting: Waiting[] = [];
  #syncing: Promise<void> | null = null;
  #scheduled = false;
  /** The last failure to store records, until they are stored. */
  #failure: Error | null = null;
  #closed = false;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#disk = options.disk ?? NODE_DISK;
    this.#schedule = options.schedule ?? NODE_SCHEDULE;
    this.#next = options.first;
    this.#firstUnsynced = options.first;
  }

  /** Number of the last record. */
  get last(): number {
    return this.#next - 1;
  }

  /**
   * Writes a record.
   *
   * @returns its number
   * @throws if it cannot be written, or while the disk fails and answers wait for it; then the journal is as before
   */
  append(payload: string): number {
    if (this.#closed) throw new Error('the journal is closed');
    if (this.#failure !== null && this.#options.durability === 'power') throw this.#failure;
    this.#options.mayWrite?.();
    const number = this.#next;
    const bytes = this.#unsynced.add(mostBytes(payload), (buffer, at) => encodeRecord({ number, payload }, buffer, at));
    let segment: Segment;
    try {
      segment = this.#write(number, bytes);
    } catch (error) {
      this.#unsynced.takeBack(bytes.length);
      throw error;
    }
    this.#next += 1;
    if (segment.size >= (this.#options.segmentBytes ?? SEGMENT_BYTES)) this.#sealIfPossible();
    this.#syncSoon();
    return number;
  }

  /** Calls `stored` when the records up to `number` are on the disk, or with the error that prevents it. */
  whenStored(number: number, stored: (error: Error | null) => void): void {
    this.#waiting.push({ number, stored });
    this.#sync();
  }

  /** Creates the first segment before its first record, and returns its path. */
  begin(): string {
    return (this.#segment ?? this.#begin(this.#next)).path;
  }

  /**
   * Completes the current segment and begins the next one.
   *
   * @throws if it cannot be created; then the segment stays the current one
   */
  seal(): void {
    const segment = this.#segment;
    if (segment === null || segment.size === 0) return;
    this.#end(segment);
    try {
      this.#begin(this.#next);
    } catch (error) {
      this.#ended.pop();
      this.#segment = segment;
      throw error;
    }
  }

  /** Stores what is written and completes the current segment. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#segment !== null) this.#end(this.#segment);
    this.#complete.push(...this.#ended.splice(0));
    await this.#syncing;
    await this.#sync();
    for (const { file } of this.#complete) this.#disk.close(file);
    this.#complete = [];
  }

  /** Writes bytes at the end of the current segment. After an error the segment is as before, or complete. */
  #write(number: number, bytes: Buffer): Segment {
    const segment = this.#segment ?? this.#begin(number);
    try {
      this.#disk.append(segment.file, bytes);
    } catch (error) {
      try {
        this.#disk.truncate(segment.file, segment.size);
      } catch {
        // The incomplete record stays. Reading skips it, and the next record with its number begins a segment.
        segment.whole = false;
        this.#end(segment);
      }
      throw error;
    }
    segment.size += bytes.length;
    segment.last = number;
    return segment;
  }

  #begin(number: number): Segment {
    for (let copy = 0; ; copy += 1) {
      const path = segmentPath(this.#options.folder, number, copy);
      try {
        const file = this.#disk.create(path);
        this.#segment = { path, file, size: 0, last: number - 1, named: false, whole: true };
        for (const ended of this.#ended.splice(0)) this.#completed(ended);
        return this.#segment;
      } catch (error) {
        if (!exists(error)) throw error;
      }
    }
  }

  #sealIfPossible(): void {
    try {
      this.seal();
    } catch {
      // The segment goes on, and the next record tries again.
    }
  }

  #end(segment: Segment): void {
    this.#segment = null;
    this.#ended.push(segment);
  }

  #completed(segment: Segment): void {
    try {
      if (segment.whole) this.#disk.append(segment.file, encodeEndMark(segment.last));
    } catch {
      // A mark that is missing or torn hides the loss of the successor, and nothing else.
    }
    this.#complete.push(segment);
    this.#options.sealed({ path: segment.path, last: segment.last });
  }

  #syncSoon(): void {
    if (this.#scheduled || this.#syncing !== null) return;
    this.#scheduled = true;
    this.#schedule.after(this.#failure === null ? SYNC_WITHIN_MS : REWRITE_MS, () => {
      this.#scheduled = false;
      if (!this.#closed) void this.#sync();
    });
  }

  /** Brings everything written so far to the disk, once at a time. Never rejects. */
  #sync(): Promise<void> {
    this.#syncing ??= this.#storeAll().then(() => {
      this.#syncing = null;
      if (this.#closed) return;
      if (this.#waiting.length > 0) void this.#sync();
      else if (this.#firstUnsynced < this.#next) this.#syncSoon();
    });
    return this.#syncing;
  }

  async #storeAll(): Promise<void> {
    try {
      if (this.#failure !== null) this.#rewrite();
      const number = this.last;
      const { position } = this.#unsynced;
      const complete = this.#complete.length;
      const current = this.#segment === null ? [] : [this.#segment];
      for (const segment of [...this.#complete, ...this.#ended, ...current]) await this.#store(segment);
      this.#options.mayWrite?.();
      for (const { file } of this.#complete.splice(0, complete)) this.#disk.close(file);
      this.#failure = null;
      this.#unsynced.dropUntil(position);
      this.#firstUnsynced = number + 1;
      this.#stored(number);
    } catch (error) {
      this.#failed(error instanceof Error ? error : new Error(String(error)));
    }
  }

  async #store(segment: Segment): Promise<void> {
    await this.#disk.sync(segment.file);
    if (!segment.named) await this.#disk.syncName(segment.path);
    segment.named = true;
  }

  #stored(number: number): void {
    const waiting = this.#waiting;
    this.#waiting = waiting.filter((one) => one.number > number);
    for (const one of waiting) if (one.number <= number) one.stored(null);
  }

  #failed(error: Error): void {
    this.#failure = error;
    this.#options.syncFailed(error);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { stored } of waiting) stored(error);
  }

  /** Gives up the segments that could not be synced, after writing their unsynced records to a new one. */
  #rewrite(): void {
    const givenUp = this.#complete;
    const current = this.#segment;
    const ended = this.#ended;
    this.#segment = null;
    this.#complete = [];
    this.#ended = [];
    try {
      const segment = this.#begin(this.#firstUnsynced);
      const bytes = this.#unsynced.all;
      this.#disk.append(segment.file, bytes);
      segment.size = bytes.length;
      segment.last = this.last;
    } catch (error) {
      // The copy is incomplete, so the old segments remain in use.
      const copy: Segment | null = this.#segment;
      if (copy !== null) this.#discard(copy);
      this.#segment = current;
      this.#complete = givenUp;
      this.#ended = ended;
      throw error;
    }
    for (const { file } of givenUp) this.#disk.close(file);
    for (const { file, path, last } of current === null ? ended : [...ended, current]) {
      this.#disk.close(file);
      this.#options.sealed({ path, last });
    }
  }

  #discard({ file, path }: Segment): void {
    this.#disk.close(file);
    this.#disk.remove(path);
  }
}

function exists(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
