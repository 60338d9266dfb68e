import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

/** A gateway has about 45 MB in its old generation when it listens, as this process does. */
const PROGRAM = `
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const kept = new Array(5_000_000).fill(1);
  gc();
  (await import('GROWTH')).sizeHeapRoom();
  const TELL = "process.getBuiltinModule('node:worker_threads').parentPort.postMessage(FOLDER)";
  const FOLDER = "process.getBuiltinModule('node:module').getCompileCacheDir()";
  const thread = new Worker(TELL.replace('FOLDER', FOLDER), { eval: true });
  thread.once('message', (folder) => console.log(JSON.stringify([eval(FOLDER), folder, kept.length])));`;

it('a thread that starts later has the compile cache of the main thread', async () => {
  const url = (name: string) => new URL(name, import.meta.url).href;
  const program = PROGRAM.replace('GROWTH', url('heap-growth.ts'));
  const flags = ['--expose-gc', '--import', url('compile-cache.js'), '--input-type=module', '-e', program];
  const { stdout } = await run(process.execPath, flags);
  const [ours, its]: unknown[] = JSON.parse(stdout);
  expect(ours).toMatch(/vitalgate/);
  expect(its).toBe(ours);
});
