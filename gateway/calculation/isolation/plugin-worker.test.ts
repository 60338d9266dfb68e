import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DOUBLES, pluginFolder } from '../../../test/support/plugin-folder.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { ServiceEnd } from '../../request/routes/forwarding.ts';
import { PluginWorker } from './plugin-worker.ts';
import { ThreadSession } from './thread-session.ts';

/** What the plugin does at a weight. */
const FAULTS = `
  if (weight === 50) { const all = []; for (;;) all.push(new Array(50_000).fill(weight)); }
  if (weight === 51) setTimeout(() => { throw new Error('late'); });
  if (weight === 52) process.exit(3);
  if (weight === 53) { const until = performance.now() + 100; while (performance.now() < until); }
  ${DOUBLES}`;
const folder = pluginFolder({ name: 'faulty', calculators: { double: FAULTS } });

const lines: { msg: string; reason?: string; err?: string }[] = [];
const log = { logger: pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }) };
const again = () => {
  const address = pathToFileURL(`${folder}/plugin.ts`).href;
  return new ThreadSession({ address, baseUrl: () => 'http://x', timeoutMs: 10_000, memoryMb: 64, log });
};
let worker: PluginWorker;
beforeEach(async () => {
  const session = again();
  expect(await session.rehearsed).toMatchObject({ plugin: { name: 'faulty', calculators: [] } });
  worker = new PluginWorker({ name: 'faulty', session, again, log });
});
afterEach(() => worker.close());

function start(target: string, body: Buffer | null = null, headers: string[] = []) {
  const { promise, resolve } = Promise.withResolvers<ServiceEnd>();
  const identity = { client: 'c', requestId: 'r', language: 'en', authenticated: true } as const;
  const request = { calculator: 'double', method: body ? 'POST' : 'GET', path: `/api/v1/double${target}`, identity };
  const cancel = worker.start({ ...request, headers, body, mediaTypes: [] }, resolve);
  return { ended: promise, cancel };
}
const weigh = (weight: number) => start(`?weight=${weight}`).ended;
const healthy = () => waitUntil('the thread is ready', () => worker.health().state === 'ok' || undefined);
const stopped = { problem: 'service-unavailable', detail: 'detail_stopped' };
const status = (end: ServiceEnd) => ('answer' in end ? end.answer.status : end.problem);

describe('the thread of a plugin', () => {
  it('starts again after each end, and its calls get 503 meanwhile', async () => {
    expect(await weigh(50)).toMatchObject(stopped);
    expect(worker.health()).toEqual({ state: 'degraded', reason: 'restarting' });
    expect(await weigh(40)).toMatchObject(stopped);
    await healthy();
    expect(await weigh(52)).toMatchObject({ ...stopped, retryAfter: 1 });
    await healthy();
    expect(status(await weigh(40))).toBe(200);
    const reasons = lines.map(({ reason }) => reason?.split('\n')[0]);
    expect(reasons).toEqual(['needs more than 64 MB', 'ended with exit code 3']);
  });

  it('gets the calls of one turn by one message', async () => {
    const messages = vi.spyOn(Worker.prototype, 'postMessage');
    const ends = await Promise.all([weigh(40), weigh(41), weigh(42)]);
    expect(ends.map(status)).toEqual([200, 200, 200]);
    const sent = messages.mock.calls.map(([message]) => message.calls.length);
    messages.mockRestore();
    expect(sent).toEqual([3]);
  });

  it('survives an error outside of a call, which the log shows', async () => {
    expect(status(await weigh(51))).toBe(200);
    await waitUntil('the log', () => lines.find(({ err }) => err?.startsWith('Error: late')));
    expect(status(await weigh(40))).toBe(200);
  });

  it('gets a copy of the body alone, not the memory that it shares with the bodies of others', async () => {
    const pool = Buffer.from(`${'x'.repeat(100)}{"weight":40}${'x'.repeat(100)}`);
    const end = await start('', pool.subarray(100, 113), ['content-type', 'application/json']).ended;
    expect(end).toMatchObject({ answer: { status: 200, body: expect.stringContaining('"doubled":80') } });
  });

  it('refuses calls beyond its limit, and computes what a caller who left has asked without telling anyone', async () => {
    const left = start('?weight=53');
    left.cancel();
    const ends = await Promise.all(Array.from({ length: 256 }, () => weigh(40)));
    expect(ends.map(status).filter((one) => one !== 200)).toEqual(['service-unavailable']);
    expect(ends.at(-1)).toMatchObject({ detail: 'detail_busy' });
    const race = await Promise.race([left.ended, weigh(40).then(() => 'nothing')]);
    expect(race).toBe('nothing');
  });
});
