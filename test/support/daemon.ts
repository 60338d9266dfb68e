import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { signalTree } from './process-tree.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { type Command, startTied, type TiedProcess } from './tied-process.ts';

/** A server process that can restart over the same data, on this machine or in a container. */
export interface Daemon {
  /** `undefined` while it is stopped, and in a container. */
  readonly pid: number | undefined;
  /** Whether it runs, as far as known. */
  readonly running: boolean;
  start(): Promise<void>;
  /** SIGKILL, SIGSTOP and SIGCONT reach its descendants too: together they are the server. */
  signal(signal: NodeJS.Signals): Promise<void>;
  exited(): Promise<void>;
  /** Deletes all data; only while it is stopped. */
  wipe(): Promise<void>;
  /** The last lines it wrote, for messages. */
  log(): string;
}

export interface LocalDaemon {
  readonly name: string;
  /** The command over a data folder; the folder is its working directory. */
  readonly command: (folder: string) => Command;
  /** Fills an empty data folder before the first start. */
  readonly prepare?: (folder: string) => Promise<void>;
}

/** A daemon that is a process of this machine, over a temporary folder. */
export function localDaemon({ name, command, prepare }: LocalDaemon): Daemon {
  const scratch = temporaryFolder(name);
  const log = join(scratch, 'log');
  const folder = join(scratch, 'data');
  let process: TiedProcess | undefined;
  const running = (): TiedProcess | undefined => (process?.hasExited() === false ? process : undefined);

  async function fill(): Promise<void> {
    mkdirSync(folder);
    const { user } = command(folder);
    if (user !== undefined) chownSync(folder, user.uid, user.gid);
    chmodSync(folder, 0o700);
    await prepare?.(folder);
  }

  return {
    get pid() {
      return running()?.pid;
    },
    get running() {
      return running() !== undefined;
    },
    async start() {
      if (!existsSync(folder)) await fill();
      process = await startTied({ cwd: folder, ...command(folder) }, log);
    },
    async signal(signal) {
      const target = running();
      if (target === undefined) return;
      if (signal === 'SIGKILL' || signal === 'SIGSTOP' || signal === 'SIGCONT') signalTree(target.pid, signal);
      else globalThis.process.kill(target.pid, signal);
    },
    async exited() {
      await process?.exited;
    },
    async wipe() {
      rmSync(folder, { recursive: true, force: true });
    },
    log: () => readFileSync(log, 'utf8').slice(-2_000),
  };
}
