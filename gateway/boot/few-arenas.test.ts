import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);

const MODULE = new URL('./few-arenas.ts', import.meta.url).href;

/** Tells how often the program has started, with which setting, and with which flags and arguments. */
const PROGRAM = `
  console.log('started');
  (await import(${JSON.stringify(MODULE)})).useFewArenas();
  console.log(JSON.stringify([process.pid, process.env.MALLOC_ARENA_MAX, process.execArgv[0], process.argv.slice(1)]));`;

async function outputOf(env: NodeJS.ProcessEnv): Promise<{ pid: number | undefined; lines: string[] }> {
  const running = run(process.execPath, ['--input-type=module', '-e', PROGRAM, 'one'], { env });
  const { stdout } = await running;
  return { pid: running.child.pid, lines: stdout.trim().split('\n') };
}

// Elsewhere the C library has no such setting, and Node 20 cannot replace a program.
describe.runIf(process.platform === 'linux' && process.execve !== undefined)('the arenas of a gateway', () => {
  it('are two: its program starts again with the setting, in the same process', async () => {
    const { pid, lines } = await outputOf({});
    expect(lines).toEqual(['started', 'started', JSON.stringify([pid, '2', '--input-type=module', ['one']])]);
  });

  it('are as many as the operator sets', async () => {
    const { pid, lines } = await outputOf({ MALLOC_ARENA_MAX: '4' });
    expect(lines).toEqual(['started', JSON.stringify([pid, '4', '--input-type=module', ['one']])]);
  });
});
