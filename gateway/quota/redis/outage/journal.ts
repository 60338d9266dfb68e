import { type FileHandle, open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Answered, type Entry, entryLine, groupOf, isAsked, readEntry } from './entries.ts';

type Written = (error: Error | null) => void;

/**
 * The file in which a process records the calls it answers while the counters are away. Entries appended in one turn of
 * the event loop, or while the disk is busy, are written and synced together.
 */
export class Journal {
  readonly #path: string;
  #file: Promise<FileHandle> | null = null;
  /** Bytes of complete writes. */
  #size = 0;
  /** Facts that could not be written yet. They go before everything recorded later. */
  #owed: Entry[] = [];
  #entries: Entry[] = [];
  #waiting: Written[] = [];
  /** The last waiting entries by group: an equal call joins them. */
  #groups = new Map<string, { -readonly [K in keyof Answered]: Answered[K] }>();
  #writing = false;
  #closed = false;

  /** The first entry creates the file, in an existing folder. Existing content stays. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Whether no write is in progress. */
  get idle(): boolean {
    return !this.#writing;
  }

  /**
   * Calls `written` when the entry and all before it are on disk, or with the error. After an error, an entry that asks
   * whether a call may be answered is dropped; a fact is kept for the next write.
   */
  append(entry: Entry, written: Written): void {
    if (entry.kind === 'answered') this.#join(entry);
    else {
      this.#entries.push(entry);
      // Calls after this entry must be read after it.
      this.#groups.clear();
    }
    this.#await(written);
  }

  /** Reads the entries that an earlier process wrote. */
  async *read(): AsyncGenerator<Entry> {
    const file = await open(this.#path);
    try {
      for await (const line of file.readLines()) {
        const entry = readEntry(line);
        if (entry !== null) yield entry;
      }
    } finally {
      await file.close();
    }
  }

  /** Writes pending entries and closes the file. No entry can be appended afterwards. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#await(() => resolve()));
    this.#closed = true;
    const file = await this.#file?.catch(() => null);
    await file?.close();
  }

  /** Deletes the file once no work is left. */
  async remove(): Promise<void> {
    await this.close();
    await unlink(this.#path).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }

  #join(entry: Answered): void {
    const group = groupOf(entry);
    const equal = this.#groups.get(group);
    if (equal !== undefined) {
      equal.count += entry.count;
      return;
    }
    const first = { ...entry };
    this.#groups.set(group, first);
    this.#entries.push(first);
  }

  #await(written: Written): void {
    this.#waiting.push(written);
    if (this.#writing) return;
    this.#writing = true;
    setImmediate(() => void this.#write());
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const entries = [...this.#owed, ...this.#entries];
      const waiting = this.#waiting;
      this.#entries = [];
      this.#waiting = [];
      this.#groups.clear();
      const error = entries.length === 0 ? null : await this.#sync(entries);
      this.#owed = error === null ? [] : entries.filter((entry) => !isAsked(entry));
      for (const written of waiting) written(error);
    }
    this.#writing = false;
  }

  async #sync(entries: readonly Entry[]): Promise<Error | null> {
    try {
      const file = await this.#opened();
      // The file may end in an incomplete line of a dead process, so begin a new line.
      const lines = Buffer.from(`\n${entries.map(entryLine).join('')}`);
      try {
        await file.appendFile(lines);
        await file.datasync();
      } catch (error) {
        // The next process must not count calls that are refused because of this error.
        await file.truncate(this.#size);
        throw error;
      }
      this.#size += lines.length;
      return null;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  #opened(): Promise<FileHandle> {
    if (this.#closed) throw new Error('the journal is closed');
    this.#file ??= openSynced(this.#path).then(
      async (file) => {
        this.#size = (await file.stat()).size;
        return file;
      },
      (error: unknown) => {
        // The next entry tries again.
        this.#file = null;
        throw error;
      },
    );
    return this.#file;
  }
}

/** Opens a file and syncs its folder, so that its name is on disk too. */
async function openSynced(path: string): Promise<FileHandle> {
  const file = await open(path, 'a', 0o600);
  // Windows cannot open folders; it stores the name when the file is synced.
  if (process.platform === 'win32') return file;
  try {
    const folder = await open(dirname(path), 'r');
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    await file.close();
    throw error;
  }
  return file;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
