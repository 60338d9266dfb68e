import { execFile } from 'node:child_process';
import { isBuiltin } from 'node:module';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);

const THREADS = 8;
const MODULE = new URL('./few-arenas.ts', import.meta.url).href;

/** Starts threads, tells how often it has started, and lets glibc print a line for each arena. */
const PROGRAM = `
  import ffi from 'node:ffi';
  import { Worker } from 'node:worker_threads';
  console.log('started');
  await import(${JSON.stringify(MODULE)});
  const threads = Array.from({ length: ${THREADS} }, () => new Worker('setInterval(() => {}, 1000)', { eval: true }));
  await Promise.all(threads.map((thread) => new Promise((online) => thread.once('online', online))));
  ffi.dlopen(null, { malloc_stats: { arguments: [], return: 'void' } }).functions.malloc_stats();
  process.exit(0);`;

async function arenas(env: NodeJS.ProcessEnv): Promise<number> {
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', PROGRAM];
  const { stdout, stderr } = await run(process.execPath, flags, { env });
  expect(stdout).toBe('started\n');
  return stderr.match(/^Arena \d+:$/gm)?.length ?? 0;
}

const { header } = process.report.getReport() as { readonly header: { readonly glibcVersionRuntime?: string } };

// Other C libraries have no arenas, and Node before 26.1 cannot call this one.
describe.runIf(header.glibcVersionRuntime !== undefined && isBuiltin('node:ffi'))('the arenas of a gateway', () => {
  it('are those of the first thread and of V8: later threads share them', async () => {
    expect(await arenas({})).toBeLessThan(1 + THREADS);
  });

  it('are as many as the operator allows', async () => {
    expect(await arenas({ MALLOC_ARENA_MAX: '40' })).toBeGreaterThanOrEqual(1 + THREADS);
  });
});
