import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

const PROGRAM = `
  const { Worker } = require('node:worker_threads');
  const WORK = \`
    const kept = [];
    for (let made = 0; made < 2_000_000; made += 1) {
      kept.push({ made });
      if (kept.length > 100_000) kept.length = 0;
    }
    const spaces = require('node:v8').getHeapSpaceStatistics();
    require('node:worker_threads').parentPort.postMessage(spaces.find(({ space_name }) => space_name === 'new_space').space_size);
  \`;
  (async () => {
    for (const path of process.argv.slice(1)) await import(path);
    const thread = new Worker(WORK, { eval: true, resourceLimits: { maxYoungGenerationSizeMb: 6 } });
    thread.once('message', (bytes) => console.log(bytes));
  })();`;

/** Bytes for new objects of a busy thread that asks for 6 MB, in a process with the flags of `npm start`. */
async function newSpace(...imports: readonly string[]): Promise<number> {
  const flags = ['--min-semi-space-size=8', '--max-semi-space-size=8'];
  const { stdout } = await run(process.execPath, [...flags, '-e', PROGRAM, ...imports]);
  return Number(stdout);
}

it('a thread gets the space for new objects that it asks for, and would not without it', async () => {
  expect(await newSpace(new URL('new-space.ts', import.meta.url).href)).toBeLessThan(6_300_000);
  expect(await newSpace()).toBeGreaterThan(12_000_000);
});
