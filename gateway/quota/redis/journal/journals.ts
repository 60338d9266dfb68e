import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { MissingRecords } from '../../journal/segments.ts';
import { readEarlier } from './earlier-journals.ts';
import { readLeft } from './left-behind.ts';
import { lockFile } from './process-lock.ts';
import type { UncountedCalls } from './uncounted-calls.ts';

/** The journal of a process. Releases that recorded only leases in it named it so. */
const SUFFIX = '.leases';

/** Earlier releases recorded each outage in a folder of its own, and before that in a file with one entry a line. */
const EARLIER_FOLDER = '.outage';
const EARLIER_FILE = '.journal';

/** Matches the process name in the name of a journal or lock. */
const OF_PROCESS = /^(.+?)(?:\.\d+\.(?:outage|journal)|\.leases|\.lock)$/;

/** A journal of a dead process. */
export interface LeftJournal {
  readonly calls: UncountedCalls;
  /** Removes the journal, because all its calls are counted. */
  remove(): void;
}

export interface JournalEvents {
  /** Called for records of a journal that cannot be read. */
  readonly missing: (records: MissingRecords) => void;
  /** Called when all calls in the journals of a process are counted and the process is let go. */
  readonly counted: (process: string) => void;
}

/** The journals in `DATA_DIR`: that of this process, and those left by dead processes. */
export class Journals {
  readonly #folder: string;
  readonly #process: string;
  readonly #events: JournalEvents;
  /** Locks held for this process and for the dead processes it takes over. */
  readonly #locks = new Map<string, () => void>();

  /** @throws if the folder cannot be created or another process has the name */
  constructor(dataDir: string, process: string, events: JournalEvents) {
    this.#folder = join(dataDir, 'journals');
    this.#process = process;
    this.#events = events;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    if (!this.#take(process)) throw new Error(`another process is named ${process}`);
  }

  /** The folder for the journal of this process. */
  get own(): string {
    return join(this.#folder, `${this.#process}${SUFFIX}`);
  }

  /** Takes over the journals of dead processes. Calls `broken` for an unreadable journal, which stays in place. */
  async inherit(broken: (name: string, error: unknown) => void): Promise<LeftJournal[]> {
    const processes = new Set(readdirSync(this.#folder).flatMap((file) => OF_PROCESS.exec(file)?.[1] ?? []));
    const inherited: LeftJournal[] = [];
    for (const process of processes) {
      if (this.#locks.has(process) || !this.#take(process)) continue;
      for (const name of this.#journalsOf(process)) {
        await this.#read(process, name).then(
          (left) => inherited.push(left),
          (error: unknown) => broken(name, error),
        );
      }
    }
    this.letGo();
    return inherited;
  }

  /** Releases dead processes without remaining journals. */
  letGo(): void {
    for (const process of [...this.#locks.keys()]) {
      if (process !== this.#process && this.#isEmpty(process)) this.#letGo(process);
    }
  }

  /** Releases every lock; other processes may take over what remains. */
  close(): void {
    for (const process of [...this.#locks.keys()]) this.#letGo(process);
  }

  #take(process: string): boolean {
    const release = lockFile(this.#lock(process));
    if (release !== null) this.#locks.set(process, release);
    return release !== null;
  }

  /**
   * The lock file is removed with the last journal and not before. A process that takes the same name then finds
   * nothing; two locks for one name would let two processes send the same journal.
   */
  #letGo(process: string): void {
    const last = this.#isEmpty(process);
    if (last) this.#events.counted(process);
    this.#locks.get(process)?.();
    this.#locks.delete(process);
    if (last) rmSync(this.#lock(process), { force: true });
  }

  /** Names without suffix. Call only while holding the process's lock: journals seen before may be gone. */
  #journalsOf(process: string): string[] {
    const names = readdirSync(this.#folder).flatMap((file) => {
      const suffix = [SUFFIX, EARLIER_FOLDER, EARLIER_FILE].find((known) => file.endsWith(known));
      return suffix !== undefined && OF_PROCESS.exec(file)?.[1] === process ? [file.slice(0, -suffix.length)] : [];
    });
    return [...new Set(names)].sort();
  }

  async #read(process: string, name: string): Promise<LeftJournal> {
    const { missing } = this.#events;
    const path = (suffix: string) => join(this.#folder, name + suffix);
    const [own, folder, file] = [path(SUFFIX), path(EARLIER_FOLDER), path(EARLIER_FILE)] as const;
    const calls = await (name === process
      ? readLeft(process, own, missing)
      : readEarlier(name, { folder, file }, missing));
    const remove = () => {
      for (const left of [own, folder, file]) rmSync(left, { recursive: true, force: true });
    };
    return { calls, remove };
  }

  #isEmpty(process: string): boolean {
    return this.#journalsOf(process).length === 0;
  }

  #lock(process: string): string {
    return join(this.#folder, `${process}.lock`);
  }
}
