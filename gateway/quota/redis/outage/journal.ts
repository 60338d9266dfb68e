import { type FileHandle, open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Answered, type Entry, entryLine, groupOf, isAsked, readEntry } from './entries.ts';

type Written = (error: Error | null) => void;

/**
 * The file in which a process notes what it answers while the counters are away. What is appended in one turn of the
 * event loop, or while the disk is busy, is written and synced together.
 */
export class Journal {
  readonly #path: string;
  #file: Promise<FileHandle> | null = null;
  /** Bytes of what was written whole. */
  #size = 0;
  /** What is so and could not be written yet: it goes before everything that is noted later. */
  #owed: Entry[] = [];
  #entries: Entry[] = [];
  #waiting: Written[] = [];
  /** The last entries that wait to be written, by what they count: an equal call joins them. */
  #groups = new Map<string, { -readonly [K in keyof Answered]: Answered[K] }>();
  #writing = false;
  #closed = false;

  /** The file is made by the first entry, in a folder that exists. What it has stays. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Whether nothing is being written. */
  get idle(): boolean {
    return !this.#writing;
  }

  /**
   * `written` is told when the entry is on the disk with all before it, or cannot be. One that asks whether a call may
   * be answered is then forgotten; one that says what is so is kept for the next time the disk is tried.
   */
  append(entry: Entry, written: Written): void {
    if (entry.kind === 'answered') this.#join(entry);
    else {
      this.#entries.push(entry);
      // What comes after it must not be read before it.
      this.#groups.clear();
    }
    this.#await(written);
  }

  /** What was written by a process before. */
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

  /** Writes what was appended and lets the file go. Nothing can be appended any more. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#await(() => resolve()));
    this.#closed = true;
    const file = await this.#file?.catch(() => null);
    await file?.close();
  }

  /** Removes the file: nothing of it is left to do. */
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
      // What is there may end in the middle of a line, if the process that wrote it died: a new line begins.
      const lines = Buffer.from(`\n${entries.map(entryLine).join('')}`);
      try {
        await file.appendFile(lines);
        await file.datasync();
      } catch (error) {
        // Calls that are refused because of it must not be counted by the next process that reads this.
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

/** Opens a file of which the name is on the disk too. */
async function openSynced(path: string): Promise<FileHandle> {
  const file = await open(path, 'a', 0o600);
  // Windows opens no folders, and has names on the disk when the file is synced.
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
