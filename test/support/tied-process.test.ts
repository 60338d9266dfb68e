import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';
import { startTied } from './tied-process.ts';
import { waitUntil } from './wait-until.ts';

const env = { PATH: process.env.PATH ?? '' };

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it('returns the exit code and keeps both outputs', async () => {
  const log = join(temporaryFolder('tied'), 'log');
  const script = 'echo to stdout; echo to stderr >&2; exit 7';
  const program = await startTied({ file: '/bin/sh', args: ['-c', script], env }, log);
  expect(await program.exited).toBe(7);
  expect(readFileSync(log, 'utf8')).toBe('to stdout\nto stderr\n');
});

it('is ended by signals to its own pid', async () => {
  const log = join(temporaryFolder('tied'), 'log');
  const program = await startTied({ file: 'sleep', args: ['60'], env }, log);
  process.kill(program.pid, 'SIGTERM');
  expect(await program.exited).toBe(128 + 15);
});

it('does not outlive a killed test run', async () => {
  const log = join(temporaryFolder('tied'), 'log');
  const source = `
    const { startTied } = await import(${JSON.stringify(new URL('./tied-process.ts', import.meta.url).href)});
    const program = await startTied({ file: 'sleep', args: ['60'], env: process.env }, ${JSON.stringify(log)});
    console.log(program.pid);
    setInterval(() => {}, 1000);`;
  const run = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await once(run.stdout, 'data');
  const pid = Number(String(said));
  expect(isAlive(pid)).toBe(true);
  run.kill('SIGKILL');
  await waitUntil('the end of the orphan', () => (isAlive(pid) ? undefined : true), 2_000);
});
