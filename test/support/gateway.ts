import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signalTree } from './process-tree.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { startTied } from './tied-process.ts';
import { waitUntil } from './wait-until.ts';

export interface GatewayOptions {
  /** Environment variables of the gateway. It inherits only PATH, and reads no `.env`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default: an empty temporary folder. */
  readonly dataDir?: string;
  /** Default: a free one. */
  readonly port?: number;
  /** A command that runs it, such as `['taskset', '-c', '0']`. */
  readonly prefix?: readonly string[];
  /** Default: what `npm start` runs, with its flags. */
  readonly entry?: string;
}

/** A gateway in a separate process: the real one, killed and stopped for real. */
export interface RunningGateway {
  /** Such as `http://127.0.0.1:40123`. */
  readonly baseUrl: string;
  readonly port: number;
  readonly pid: number;
  /** Milliseconds from the start of the process until it listened, to about 10 ms. */
  readonly startMs: number;
  readonly dataDir: string;
  /** The curl line that a first start prints; `undefined` at later starts. */
  readonly curl: string | undefined;
  /** The key in that line. @throws at later starts */
  readonly key: string;
  /** The file with both its outputs. */
  readonly logFile: string;
  /** The content of both its outputs so far. */
  output(): string;
  /** Sends a signal (default SIGKILL, to its workers too) without waiting. */
  kill(signal?: NodeJS.Signals): void;
  /** Its exit code; 128 + n when signal n ended it. */
  readonly exited: Promise<number>;
  /** Asks it to end (SIGTERM), kills it after 15 s, and returns the exit code: 0 is a clean end. */
  stop(): Promise<number>;
}

/** The arguments that `npm start` passes to node. */
function startCommand(): string[] {
  const root = join(import.meta.dirname, '../..');
  const { scripts }: { readonly scripts: { readonly start: string } } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const [, ...given] = scripts.start.split(' ');
  return given.map((part) => (part.includes('/') ? join(root, part) : part));
}

/**
 * Starts a gateway and waits until it listens. It ends with this process at the latest. Its files remain, so that a
 * second start with the same `dataDir` finds those of a killed gateway.
 * @throws with its output if it ends before it listens
 */
export async function startGateway(options: GatewayOptions = {}): Promise<RunningGateway> {
  const { dataDir = temporaryFolder('data'), port = 0 } = options;
  const program = options.entry === undefined ? startCommand() : [options.entry];
  // Not the repository: tests must not read a developer's own .env there.
  const cwd = temporaryFolder('gateway');
  const log = join(cwd, 'log');
  const [file = process.execPath, ...args] = [...(options.prefix ?? []), process.execPath, ...program];
  const env = {
    PATH: process.env.PATH ?? '',
    PORT: String(port),
    ADMIN_PORT: 'off',
    DATA_DIR: dataDir,
    ...options.env,
  };
  const started = performance.now();
  const gateway = await startTied({ file, args, env, cwd }, log);
  const output = (): string => readFileSync(log, 'utf8');

  const baseUrl = await waitUntil(
    'a listening gateway',
    () => {
      if (gateway.hasExited()) throw new Error(`the gateway ended while starting:\n${output()}`);
      return /^listening on (https?:\/\/\S+?)\/?$/m.exec(output())?.[1];
    },
    30_000,
  ).catch((error: unknown) => {
    if (!gateway.hasExited()) signalTree(gateway.pid, 'SIGKILL');
    throw error;
  });
  const startMs = performance.now() - started;
  const curl = /^.*\bcurl .*$/m.exec(output())?.[0].trim();

  async function stop(): Promise<number> {
    if (gateway.hasExited()) return gateway.exited;
    process.kill(gateway.pid, 'SIGTERM');
    const ended = new AbortController();
    const overdue = sleep(15_000, undefined, { signal: ended.signal }).then(
      () => signalTree(gateway.pid, 'SIGKILL'),
      () => undefined,
    );
    await Promise.race([gateway.exited, overdue]);
    ended.abort();
    return gateway.exited;
  }

  return {
    baseUrl,
    port: Number(new URL(baseUrl).port),
    pid: gateway.pid,
    startMs,
    dataDir,
    curl,
    get key() {
      const key = curl === undefined ? undefined : /\bvg_[a-z]+_\w+/.exec(curl)?.[0];
      if (key === undefined) throw new Error(`the gateway printed no key:\n${output()}`);
      return key;
    },
    logFile: log,
    output,
    kill(signal = 'SIGKILL') {
      if (gateway.hasExited()) return;
      if (signal === 'SIGKILL') signalTree(gateway.pid, signal);
      else process.kill(gateway.pid, signal);
    },
    exited: gateway.exited,
    stop,
  };
}
