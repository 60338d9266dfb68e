import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

/** Runs 200 functions for a second and a half while the threads of V8 get little of the core. */
const PROGRAM = `
  const [background, ...imports] = process.argv.slice(1);
  for (const path of imports) await import(path);
  const { putThreadsOfV8InBackground } = await import(background);
  putThreadsOfV8InBackground();
  const functions = Array.from({ length: 200 }, (_, n) => {
    const lines = Array.from({ length: 60 }, (_, at) => \`sum += (x * \${at + n}) % 7; if (sum > \${at}e6) sum = \${n};\`);
    return new Function('x', \`let sum = 0; \${lines.join('')} return sum;\`);
  });
  const end = performance.now() + 1_500;
  let sum = 0;
  while (performance.now() < end) for (const one of functions) for (let x = 0; x < 20; x += 1) sum += one(x);
  console.log(process.getBuiltinModule('node:v8').getHeapStatistics().peak_malloced_memory, sum);`;

/** The most bytes that V8 took for compilations and other short work. */
async function mostBytes(...imports: readonly string[]): Promise<number> {
  const urls = ['../threads/background.ts', ...imports].map((path) => new URL(path, import.meta.url).href);
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', PROGRAM, ...urls]);
  return Number.parseInt(stdout, 10);
}

// Systems other than Linux have no priorities of threads.
it.runIf(process.platform === 'linux')(
  'finished compilations do not pile up on a busy core, and would without it',
  async () => {
    const [frees, piles] = [await mostBytes('no-compiler-backlog.js'), await mostBytes()];
    expect(frees).toBeLessThan(25_000_000);
    expect(piles).toBeGreaterThan(2 * frees);
  },
);
