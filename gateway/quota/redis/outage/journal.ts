import { type FileHandle, open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Answered, type Entry, entryLine, groupOf, readEntry } from './entries.ts';

type Written = (error: Error | null) => void;

/**
 * The file in which a process notes what it answers while the counters are away. What is appended in one turn of the
 * event loop, or while the disk is busy, is written and synced together.
 */
export class Journal {
  readonly #path: string;
  readonly #file: Promise<FileHandle>;
  #entries: Entry[] = [];
  #waiting: Written[] = [];
  /** Entries that wait to be written, by what they count: an equal call joins them. */
  #groups = new Map<string, { -readonly [K in keyof Answered]: Answered[K] }>();
  #writing = false;

  /** Opens the file, or makes it, in a folder that exists. What it has stays. */
  constructor(path: string) {
    this.#path = path;
    this.#file = openSynced(path);
    // Told to whoever writes.
    this.#file.catch(() => {});
  }

  /** Whether all that was appended was written. */
  get idle(): boolean {
    return !this.#writing;
  }

  /** `written` is told when the entry is on the disk with all before it, or cannot be. */
  append(entry: Entry, written: Written): void {
    this.#waiting.push(written);
    if (entry.kind === 'answered') this.#join(entry);
    else this.#entries.push(entry);
    if (this.#writing) return;
    this.#writing = true;
    setImmediate(() => void this.#write());
  }

  /** What was written by a process before. */
  async *read(): AsyncGenerator<Entry> {
    const file = await open(this.#path);
    for await (const line of file.readLines()) {
      const entry = readEntry(line);
      if (entry !== null) yield entry;
    }
  }

  /** Writes what was appended and lets the file go. Nothing may be appended any more. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.idle) resolve();
      else this.#waiting.push(() => resolve());
    });
    await (await this.#file).close();
  }

  /** Removes the file: nothing of it is left to do. */
  async remove(): Promise<void> {
    await this.close();
    await unlink(this.#path);
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

  async #write(): Promise<void> {
    while (this.#entries.length + this.#waiting.length > 0) {
      const entries = this.#entries;
      const waiting = this.#waiting;
      this.#entries = [];
      this.#waiting = [];
      this.#groups.clear();
      const error = await this.#sync(entries);
      for (const written of waiting) written(error);
    }
    this.#writing = false;
  }

  async #sync(entries: readonly Entry[]): Promise<Error | null> {
    try {
      const file = await this.#file;
      const { size } = await file.stat();
      // What is there may end in the middle of a line, if the process that wrote it died: a new line begins.
      await file.appendFile(`\n${entries.map(entryLine).join('')}`).catch(async (error: unknown) => {
        // Calls that are refused because of it must not be counted by the next process that reads this.
        await file.truncate(size);
        throw error;
      });
      await file.datasync();
      return null;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }
}

/** Opens a file of which the name is on the disk too. */
async function openSynced(path: string): Promise<FileHandle> {
  const file = await open(path, 'a', 0o600);
  const folder = await open(dirname(path), 'r');
  await folder.sync();
  await folder.close();
  return file;
}
