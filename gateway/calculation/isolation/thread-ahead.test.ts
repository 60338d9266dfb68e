import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { needsThread } from '../../../plugins/sdk/loading/sources.ts';
import { DOUBLES, pluginFolder } from '../../../test/support/plugin-folder.ts';
import { endThreadAhead, pluginThread, startThreadAhead } from './thread-ahead.ts';
import { ThreadSession } from './thread-session.ts';

afterEach(endThreadAhead);

const log = { logger: pino({ enabled: false }) };

function early(): string {
  const folder = pluginFolder({ name: 'early', calculators: { double: DOUBLES } });
  return pathToFileURL(`${folder}/plugin.ts`).href;
}

async function startedAhead(address: string): Promise<Worker> {
  const starts = once(process, 'worker');
  startThreadAhead(address, 64);
  const [thread] = await starts;
  return thread;
}

function session(address: string): ThreadSession {
  return new ThreadSession({ address, baseUrl: () => 'http://x', timeoutMs: 10_000, memoryMb: 64, log });
}

it('goes to its plugin, once, if that has the same limit of memory', async () => {
  const address = early();
  startThreadAhead(address, 64);
  const plugins = [
    { address: early(), memoryMb: 64 },
    { address, memoryMb: 32 },
    { address, memoryMb: 64 },
    { address, memoryMb: 64 },
  ];
  const threads = plugins.map((plugin) => pluginThread(plugin.address, plugin.memoryMb).thread);
  const first = threads.toSorted((a, b) => a.threadId - b.threadId)[0];
  expect(threads.map((thread) => thread === first)).toEqual([false, false, true, false]);
  await Promise.all(threads.map((thread) => thread.terminate()));
});

it('rehearses its plugin before anyone listens', async () => {
  const address = early();
  const thread = await startedAhead(address);
  await once(thread, 'message');
  const late = session(address);
  expect(await late.rehearsed).toMatchObject({ plugin: { name: 'early' } });
  const call = { method: 'GET', path: '/api/v1/double?weight=40', contentType: undefined, body: null };
  const answered = new Promise((done) => {
    late.ask({ ...call, language: 'en', authenticated: true, requestId: 'r' }, done);
  });
  expect(await answered).toMatchObject({ status: 200 });
  await late.close();
});

it('a plugin that ends its thread before anyone listens is refused all the same', async () => {
  const folder = pluginFolder({ name: 'early', calculators: { double: DOUBLES } });
  writeFileSync(join(folder, 'plugin.ts'), 'process.exit(1);');
  const address = pathToFileURL(`${folder}/plugin.ts`).href;
  await once(await startedAhead(address), 'exit');
  const late = session(address);
  expect(await late.rehearsed).toEqual({ reasons: ['ended the process while importing it'] });
  await late.close();
});

it('ends if no plugin takes it', async () => {
  const ends = vi.spyOn(Worker.prototype, 'terminate');
  const address = early();
  startThreadAhead(address, 64);
  endThreadAhead();
  const [ended] = ends.mock.contexts;
  expect(ended).toBeInstanceOf(Worker);
  const { thread } = pluginThread(address, 64);
  expect(thread).not.toBe(ended);
  await thread.terminate();
  ends.mockRestore();
});

it('is for folders and packages, not for plugins that come with the gateway', () => {
  const folder = pluginFolder({ name: 'early', calculators: { double: DOUBLES } });
  expect([folder, 'some-package', 'classic', './plugins/classic'].map(needsThread)).toEqual([true, true, false, false]);
});
