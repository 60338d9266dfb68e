import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/**
 * Runs "$@", prints its pid on fd 1, and kills it when fd 0 ends: the kernel closes our end of that pipe however we
 * die, so no server outlives a crashed test run. Exits like the program (128 + n for signal n).
 */
const tie = `
exec 3<&0 4>&1
"$@" </dev/null >&2 3<&- 4>&- &
program=$!
echo "$program" >&4
exec 4>&-
{ read -r _; kill -9 "$program"; } <&3 >/dev/null 2>&1 &
watch=$!
exec 3<&-
wait "$program"; code=$?
kill "$watch"
exit "$code"
`;

/** A program to run. `env` is its whole environment. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Runs as this user; only root can do this. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

/** A program that ends with this process at the latest. */
export interface TiedProcess {
  readonly pid: number;
  /** Its exit code; 128 + n when signal n ended it. */
  readonly exited: Promise<number>;
  hasExited(): boolean;
}

/** Starts a program with both its outputs appended to `log`. A program that cannot be run exits with 126 or 127. */
export async function startTied(command: Command, log: string): Promise<TiedProcess> {
  const output = openSync(log, 'a');
  const shell = spawn('/bin/sh', ['-c', tie, 'sh', command.file, ...command.args], {
    stdio: ['pipe', 'pipe', output],
    env: { ...command.env },
    ...(command.cwd === undefined ? {} : { cwd: command.cwd }),
    ...command.user,
  });
  closeSync(output);
  let ended = false;
  const exited = new Promise<number>((resolve, reject) => {
    shell.once('error', reject);
    shell.once('exit', (code) => {
      ended = true;
      resolve(code ?? 137);
    });
  });
  const said = new Promise<string>((resolve, reject) => {
    shell.once('error', reject);
    shell.stdout?.setEncoding('utf8').once('data', resolve);
  });
  const pid = Number(await said);
  return { pid, exited, hasExited: () => ended };
}
