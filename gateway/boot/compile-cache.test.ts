import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

/** A gateway that answers calls, whose heap has grown since. */
const PROGRAM = `
  const { answerCalls, growOldGenerationBy, startThread } = await import('FLAGS');
  const TELL = "process.getBuiltinModule('node:worker_threads').parentPort.postMessage(FOLDER)";
  const FOLDER = "process.getBuiltinModule('node:module').getCompileCacheDir()";
  answerCalls();
  growOldGenerationBy(64);
  const thread = startThread(new URL('data:text/javascript,' + TELL.replace('FOLDER', FOLDER)));
  thread.once('message', (folder) => console.log(JSON.stringify([eval(FOLDER), folder])));`;

it('a thread that starts later has the compile cache of the main thread', async () => {
  const url = (name: string) => new URL(name, import.meta.url).href;
  const program = PROGRAM.replace('FLAGS', url('../threads/v8-flags.ts'));
  const flags = ['--import', url('compile-cache.js'), '--input-type=module', '-e', program];
  const { stdout } = await run(process.execPath, flags);
  const [ours, its]: unknown[] = JSON.parse(stdout);
  expect(ours).toMatch(/vitalgate/);
  expect(its).toBe(ours);
});
