import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BacklogOptions } from './backlog.ts';
import { lockFile } from './process-lock.ts';
import { UncountedCalls } from './uncounted-calls.ts';

const SUFFIX = '.journal';

/** The process that a journal or a lock is of. */
const OF_PROCESS = /^(.+?)(?:\.\d+\.journal|\.lock)$/;

/** The journals in `DATA_DIR`: those of this process, one an outage, and those that dead processes have left. */
export class Journals {
  readonly #folder: string;
  readonly #process: string;
  /** Locks of this process and of those that it has inherited from. */
  readonly #locks = new Map<string, () => void>();
  #number = 0;

  /** @throws where the folder cannot be made, or another process has the name */
  constructor(dataDir: string, process: string) {
    this.#folder = join(dataDir, 'journals');
    this.#process = process;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    if (!this.#take(process)) throw new Error(`another process is called ${process}`);
  }

  /** A new journal of this process. */
  begin(settled: BacklogOptions['settled']): UncountedCalls {
    this.#number += 1;
    return this.#calls(`${this.#process}.${this.#number}`, settled);
  }

  /** Takes over what dead processes have left; `broken` is told of what cannot be read, which stays where it is. */
  async inherit(broken: (file: string, error: unknown) => void): Promise<UncountedCalls[]> {
    const processes = new Set(readdirSync(this.#folder).flatMap((file) => OF_PROCESS.exec(file)?.[1] ?? []));
    const inherited: UncountedCalls[] = [];
    for (const process of processes) {
      if (this.#locks.has(process) || !this.#take(process)) continue;
      for (const file of this.#journalsOf(process)) {
        const calls = this.#calls(file.slice(0, -SUFFIX.length), () => {});
        await calls.takeOver().then(
          () => inherited.push(calls),
          (error: unknown) => broken(file, error),
        );
      }
    }
    this.letGo();
    return inherited;
  }

  /** Lets go of the dead processes of which no journal is left. */
  letGo(): void {
    for (const process of [...this.#locks.keys()]) {
      if (process !== this.#process && this.#journalsOf(process).length === 0) this.#letGo(process);
    }
  }

  /** Lets everything go: what is left is for others. */
  close(): void {
    for (const process of [...this.#locks.keys()]) this.#letGo(process);
  }

  #take(process: string): boolean {
    const release = lockFile(this.#lock(process));
    if (release !== null) this.#locks.set(process, release);
    return release !== null;
  }

  /**
   * The lock of a process goes with its last journal and not before: whoever then takes a lock of the same name finds
   * nothing, whereas two that had a lock each would send the same journal.
   */
  #letGo(process: string): void {
    const last = this.#journalsOf(process).length === 0;
    this.#locks.get(process)?.();
    this.#locks.delete(process);
    if (last) rmSync(this.#lock(process), { force: true });
  }

  /** To be asked with the lock of the process in hand: what there was before may be gone by now. */
  #journalsOf(process: string): string[] {
    return readdirSync(this.#folder)
      .filter((file) => file.endsWith(SUFFIX) && OF_PROCESS.exec(file)?.[1] === process)
      .sort();
  }

  #calls(name: string, settled: BacklogOptions['settled']): UncountedCalls {
    return new UncountedCalls({ path: join(this.#folder, `${name}${SUFFIX}`), name, settled });
  }

  #lock(process: string): string {
    return join(this.#folder, `${process}.lock`);
  }
}
