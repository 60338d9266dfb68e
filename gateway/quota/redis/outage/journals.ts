import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Durability } from '../../journal/journal.ts';
import type { MissingRecords } from '../../journal/segments.ts';
import type { LeftLeases } from '../leases/left-leases.ts';
import { lockFile } from './process-lock.ts';
import { UncountedCalls } from './uncounted-calls.ts';

const SUFFIX = '.outage';

/** The journal of a process's leases. */
const LEASES_SUFFIX = '.leases';

/** A journal of an earlier release is a file with one entry a line. */
const OLD_SUFFIX = '.journal';

/** Matches the process name in the name of a journal or lock. */
const OF_PROCESS = /^(.+?)(?:\.\d+\.(?:outage|journal)|\.leases|\.lock)$/;

export interface JournalEvents {
  /** Called for records of a journal that cannot be read. */
  readonly missing: (records: MissingRecords) => void;
  /** Called when the disk failed to store entries; they will be written again. */
  readonly syncFailed: (error: unknown) => void;
  /** Called when all calls in the journals of a process are counted and the process is let go. */
  readonly counted: (process: string) => void;
}

/** The journals in `DATA_DIR`: one per outage of this process, and those left by dead processes. */
export class Journals {
  readonly #folder: string;
  readonly #process: string;
  readonly #durability: Durability;
  readonly #events: JournalEvents;
  /** Locks held for this process and for the dead processes it takes over. */
  readonly #locks = new Map<string, () => void>();
  #number = 0;

  /** @throws if the folder cannot be created or another process has the name */
  constructor(dataDir: string, process: string, durability: Durability, events: JournalEvents) {
    this.#folder = join(dataDir, 'journals');
    this.#process = process;
    this.#durability = durability;
    this.#events = events;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    if (!this.#take(process)) throw new Error(`another process is named ${process}`);
  }

  /** Begins a new journal of this process. */
  begin(): UncountedCalls {
    this.#number += 1;
    return this.#calls(`${this.#process}.${this.#number}`);
  }

  /** Takes over the journals of dead processes. Calls `broken` for an unreadable journal, which stays in place. */
  async inherit(broken: (name: string, error: unknown) => void): Promise<UncountedCalls[]> {
    const processes = new Set(readdirSync(this.#folder).flatMap((file) => OF_PROCESS.exec(file)?.[1] ?? []));
    const inherited: UncountedCalls[] = [];
    for (const process of processes) {
      if (this.#locks.has(process) || !this.#take(process)) continue;
      for (const name of this.#journalsOf(process)) {
        const calls = this.#calls(name);
        await calls.takeOver().then(
          () => inherited.push(calls),
          (error: unknown) => broken(name, error),
        );
      }
    }
    this.letGo();
    return inherited;
  }

  /** The folder for the leases of this process. */
  get leases(): string {
    return this.#leasesOf(this.#process);
  }

  /** The leases that dead processes left. `inherit` finds these processes. */
  leftLeases(): LeftLeases[] {
    return [...this.#locks.keys()].flatMap((holder) => {
      const folder = this.#leasesOf(holder);
      return holder !== this.#process && existsSync(folder) ? [{ holder, folder }] : [];
    });
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
      const suffix = [SUFFIX, OLD_SUFFIX].find((known) => file.endsWith(known));
      return suffix !== undefined && OF_PROCESS.exec(file)?.[1] === process ? [file.slice(0, -suffix.length)] : [];
    });
    return [...new Set(names)].sort();
  }

  #calls(name: string): UncountedCalls {
    const folder = join(this.#folder, `${name}${SUFFIX}`);
    const oldFile = join(this.#folder, `${name}${OLD_SUFFIX}`);
    return new UncountedCalls({ folder, oldFile, durability: this.#durability, ...this.#events, name });
  }

  #isEmpty(process: string): boolean {
    return this.#journalsOf(process).length === 0 && !existsSync(this.#leasesOf(process));
  }

  #leasesOf(process: string): string {
    return join(this.#folder, `${process}${LEASES_SUFFIX}`);
  }

  #lock(process: string): string {
    return join(this.#folder, `${process}.lock`);
  }
}
