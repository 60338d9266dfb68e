import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';
import { startTied } from './tied-process.ts';
import { waitUntil } from './wait-until.ts';

/** A calculator service in a separate process. It ends with this process at the latest. */
export interface RunningService {
  /** Such as `http://127.0.0.1:40123`. */
  readonly baseUrl: string;
  readonly port: number;
  readonly pid: number;
  /** The content of both its outputs so far. */
  output(): string;
  /** Its exit code; 128 + n when signal n ended it. */
  readonly exited: Promise<number>;
  /** Sends a signal (default SIGKILL) without waiting. */
  kill(signal?: NodeJS.Signals): void;
  /** Asks it to end (SIGTERM) and returns the exit code: 0 is a clean end. */
  stop(): Promise<number>;
}

/** The default secret shared by services in tests and their gateway. */
export const TEST_SECRET = 'the-secret-of-tests-with-32-characters';

/** `npm run calculators`, on a free port. */
export function startCalculators(env: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  const main = join(import.meta.dirname, '../../plugins/sdk/server/main.ts');
  return startService(process.execPath, [main], { SERVICE_PORT: '0', SERVICE_SECRET: TEST_SECRET, ...env });
}

/**
 * Starts a program that prints `listening on <address>` when it is ready. It inherits only PATH.
 *
 * @throws with its output if it ends before it listens
 */
export async function startService(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<RunningService> {
  // Not the repository: tests must not read a developer's own .env there.
  const cwd = temporaryFolder('service');
  const log = join(cwd, 'log');
  const service = await startTied({ file, args, env: { PATH: process.env.PATH ?? '', ...env }, cwd }, log);
  const output = (): string => readFileSync(log, 'utf8');
  const baseUrl = await waitUntil(
    'a listening service',
    () => {
      if (service.hasExited()) throw new Error(`the service ended while starting:\n${output()}`);
      return /^listening on (http:\/\/\S+)$/m.exec(output())?.[1];
    },
    20_000,
  );

  function kill(signal: NodeJS.Signals = 'SIGKILL'): void {
    if (!service.hasExited()) process.kill(service.pid, signal);
  }

  return {
    baseUrl,
    port: Number(new URL(baseUrl).port),
    pid: service.pid,
    output,
    exited: service.exited,
    kill,
    stop() {
      kill('SIGTERM');
      return service.exited;
    },
  };
}
