import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { needsThread } from '../../../plugins/sdk/loading/sources.ts';
import { DOUBLES, pluginFolder } from '../../../test/support/plugin-folder.ts';
import { endThreadAhead, pluginThread, startThreadAhead } from './thread-ahead.ts';
import { ThreadSession } from './thread-session.ts';

afterEach(endThreadAhead);

it('goes to the first plugin whose limit of memory it has', async () => {
  startThreadAhead(64);
  const other = pluginThread(32);
  const first = pluginThread(64);
  const second = pluginThread(64);
  expect([other, first, second].map(({ resourceLimits }) => resourceLimits?.maxOldGenerationSizeMb)).toEqual([
    32, 64, 64,
  ]);
  // It has the smallest number of the three: it was started first.
  expect([other, first, second].toSorted((a, b) => a.threadId - b.threadId)[0]).toBe(first);
  await Promise.all([other, first, second].map((thread) => thread.terminate()));
});

it('rehearses its plugin', async () => {
  const folder = pluginFolder({ name: 'early', calculators: { double: DOUBLES } });
  startThreadAhead(64);
  const log = { logger: pino({ enabled: false }) };
  const order = { address: pathToFileURL(`${folder}/plugin.ts`).href };
  const session = new ThreadSession({ order, baseUrl: () => 'http://x', timeoutMs: 10_000, memoryMb: 64, log });
  expect(await session.rehearsed).toMatchObject({ plugin: { name: 'early' } });
  await session.close();
});

it('ends if no plugin takes it, and none gets one that has ended', async () => {
  const ends = vi.spyOn(Worker.prototype, 'terminate');
  startThreadAhead(64);
  endThreadAhead();
  const [ended] = ends.mock.contexts;
  expect(ended).toBeInstanceOf(Worker);
  const next = pluginThread(64);
  expect(next).not.toBe(ended);
  await next.terminate();
  ends.mockRestore();
});

it('is for folders and packages, not for plugins that come with the gateway', () => {
  const folder = pluginFolder({ name: 'early', calculators: { double: DOUBLES } });
  expect([folder, 'some-package', 'classic', './plugins/classic'].map(needsThread)).toEqual([true, true, false, false]);
});
