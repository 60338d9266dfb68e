import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);

const FLAGS = new URL('v8-flags.ts', import.meta.url).href;
const BACKGROUND = new URL('background.ts', import.meta.url).href;

async function output(program: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program, ...args]);
  return stdout.trim();
}

/** Prints the steps at which V8 would refuse code that was compiled at the start. */
const STEPS = `
  import { cachedDataVersionTag } from 'node:v8';
  const flags = await import('${FLAGS}');
  const start = cachedDataVersionTag();
  const refusing = [];
  const step = (name) => cachedDataVersionTag() === start || refusing.push(name);
  const load = (name) => flags.loadingModules(async () => step(name));
  const thread = (code) => flags.startThread(new URL('data:text/javascript,' + encodeURIComponent(code)), {});
  const ended = (thread) => new Promise((done) => thread.once('exit', done));
  const TELLS = "import { parentPort } from 'node:worker_threads'; import { cachedDataVersionTag } from 'node:v8';" +
    'parentPort.postMessage(cachedDataVersionTag()); parentPort.once("message", () => undefined);';
  flags.growOldGenerationBy(64);
  step('before it answers');
  flags.answerCalls();
  step('answering');
  await load('loading');
  step('loaded');
  await Promise.all([load('two loads'), load('two loads')]);
  step('both loaded');
  await flags.loadingModules(() => Promise.reject(new Error('no such file'))).catch(() => undefined);
  step('not loaded');
  const waiting = thread(TELLS);
  step('starting a thread');
  const tag = await new Promise((done) => waiting.once('message', done));
  if (tag !== start) refusing.push('in the thread');
  step('thread started');
  waiting.postMessage('end');
  await ended(waiting);
  step('thread ended');
  const silent = thread('');
  step('starting another');
  await ended(silent);
  step('silent thread ended');
  const broken = thread('throw 1').on('error', () => undefined);
  step('starting a broken one');
  await ended(broken);
  step('broken thread ended');
  try {
    flags.startThread(new URL('https://example.com/'), {});
  } catch {
    step('no thread');
  }
  console.log(refusing.join(', '));`;

it('V8 takes compiled code at the start, and whenever modules load or a thread starts', async () => {
  expect((await output(STEPS)).split(', ')).toEqual([
    'answering',
    'loaded',
    'both loaded',
    'not loaded',
    'thread started',
    'thread ended',
    'silent thread ended',
    'broken thread ended',
    'no thread',
  ]);
});

/** Runs 200 functions for a second and a half of its own time while the threads of V8 get little of the core. */
const BUSY = `
  const [flags] = process.argv.slice(1);
  if (flags !== undefined) (await import(flags)).answerCalls();
  (await import('${BACKGROUND}')).putThreadsOfV8InBackground();
  const functions = Array.from({ length: 200 }, (_, n) => {
    const lines = Array.from({ length: 60 }, (_, at) => \`sum += (x * \${at + n}) % 7; if (sum > \${at}e6) sum = \${n};\`);
    return new Function('x', \`let sum = 0; \${lines.join('')} return sum;\`);
  });
  const used = () => process.threadCpuUsage().user;
  let sum = 0;
  while (used() < 1_500_000) for (const one of functions) for (let x = 0; x < 20; x += 1) sum += one(x);
  console.log(process.getBuiltinModule('node:v8').getHeapStatistics().peak_malloced_memory, sum);`;

/** The most bytes that V8 took for compilations and other short work. */
async function mostBytes(...args: readonly string[]): Promise<number> {
  return Number.parseInt(await output(BUSY, ...args), 10);
}

// Systems other than Linux have no priorities of threads.
describe.runIf(process.platform === 'linux')('a process that answers calls', () => {
  it('frees finished compilations on a busy core, and would not without its flags', async () => {
    const [frees, piles] = [await mostBytes(FLAGS), await mostBytes()];
    expect(frees).toBeLessThan(50_000_000);
    expect(piles).toBeGreaterThan(2 * frees);
  });
});
