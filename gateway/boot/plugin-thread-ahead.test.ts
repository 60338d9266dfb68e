import { execFile } from 'node:child_process';
import { setImmediate as turn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { afterEach, expect, it, vi } from 'vitest';
import { DOUBLES, pluginFolder } from '../../test/support/plugin-folder.ts';
import { endThreadAhead, pluginThread } from '../calculation/isolation/thread-ahead.ts';
import { startPluginThreadAhead } from './plugin-thread-ahead.ts';

const run = promisify(execFile);

const folder = pluginFolder({ name: 'ahead', calculators: { double: DOUBLES } });

afterEach(() => {
  endThreadAhead();
  vi.unstubAllEnvs();
});

/** The threads that a process with these variables starts ahead. */
async function startedWith(variables: Record<string, string>): Promise<Worker[]> {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const threads: Worker[] = [];
  const note = (thread: Worker) => threads.push(thread);
  process.on('worker', note);
  startPluginThreadAhead();
  await turn();
  process.off('worker', note);
  return threads;
}

it('starts the thread that the first plugin of an operator will take', async () => {
  const [thread] = await startedWith({ PLUGINS: `classic,${folder}`, PLUGIN_MEMORY_MB: '64' });
  const taken = pluginThread(pathToFileURL(`${folder}/plugin.ts`).href, 64);
  expect(taken.thread).toBe(thread);
  await taken.thread.terminate();
});

it.each<[string, Record<string, string>]>([
  ['no plugin', { PLUGINS: '' }],
  ['our own plugins', { PLUGINS: 'classic,./plugins/v1-clinical' }],
  ['a process that leaves the calls to its workers', { PLUGINS: folder, WORKERS: '2' }],
  ['workers for each core', { PLUGINS: folder, WORKERS: 'auto' }],
  ['less memory than a thread needs', { PLUGINS: folder, PLUGIN_MEMORY_MB: '1' }],
  ['memory that is no number', { PLUGINS: folder, PLUGIN_MEMORY_MB: 'much' }],
])('starts none for %s', async (_, variables) => {
  expect(await startedWith(variables)).toEqual([]);
});

/** Prints the modules of packages that are loaded when the thread starts. */
const PROGRAM = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  process.once('worker', () => {
    console.log(JSON.stringify(loaded.filter((url) => url.includes('node_modules'))));
    process.exit();
  });
  (await import(${JSON.stringify(new URL('./plugin-thread-ahead.ts', import.meta.url).href)})).startPluginThreadAhead();`;

it('needs no package: zod alone would take as long as the thread', async () => {
  const env = { ...process.env, PLUGINS: folder };
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', PROGRAM], { env });
  expect(JSON.parse(stdout)).toEqual([]);
});
