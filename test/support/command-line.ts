import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The recovery commands without the part. */
export const RECOVER = ['recover'] as const;

/** What a program said, and how it ended. */
export interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Runs one command of the command line for the files in `dataDir`; `null` runs a gateway that is expected to end. */
export function run(
  args: readonly string[] | null,
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const program = args === null ? 'gateway/main.ts' : 'gateway/cli/main.ts';
  const settings = { PATH: process.env.PATH ?? '', PORT: '0', ADMIN_PORT: 'off', LOG_LEVEL: 'warn' };
  const options = { cwd: temporaryFolder('command'), env: { ...settings, DATA_DIR: dataDir, ...env }, timeout: 60_000 };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(ROOT, program), ...(args ?? [])], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ code, output: stdout + stderr });
    });
  });
}
