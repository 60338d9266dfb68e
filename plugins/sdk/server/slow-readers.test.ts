import { EventEmitter, once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { endSlowReaders } from './slow-readers.ts';

const LIMITS = { graceMs: 150, leastRate: 1e9, everyMs: 20 };
/** More than the kernel buffers for a caller who does not read. */
const LARGE = Buffer.alloc(32 * 1024 * 1024, 'x');

let server: Server | undefined;
let callers: Socket[] = [];
afterEach(() => {
  for (const caller of callers) caller.destroy();
  callers = [];
  server?.close();
  server?.closeAllConnections();
  server = undefined;
});

/** Sends a request and reads nothing until it is resumed. */
async function call(listener: RequestListener, limits = LIMITS): Promise<Socket> {
  const listening = createServer(listener);
  server = listening;
  endSlowReaders(listening, limits);
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const arrived = once(listening, 'request');
  const caller = connect((listening.address() as AddressInfo).port, '127.0.0.1');
  caller.on('error', () => undefined);
  caller.pause();
  caller.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  callers.push(caller);
  await arrived;
  return caller;
}

const connections = () => new Promise<number>((resolve) => server?.getConnections((_, count) => resolve(count)));
const ended = () => waitUntil('an ended connection', async () => ((await connections()) === 0 ? true : undefined));

it('ends a connection whose caller does not read', async () => {
  await call((_, res) => res.end(LARGE));
  const began = performance.now();
  await ended();
  expect(performance.now() - began).toBeGreaterThan(LIMITS.graceMs);
});

it('ends a connection whose caller reads a little and then stops', async () => {
  const caller = await call((_, res) => res.end(LARGE));
  caller.once('data', () => caller.pause());
  caller.resume();
  await ended();
});

it('gives a long answer the time that its length needs', async () => {
  await call((_, res) => res.end(LARGE), { ...LIMITS, leastRate: LARGE.length });
  await sleep(400);
  expect(await connections()).toBe(1);
});

it('leaves a caller alone who waits for the answer', async () => {
  await call((_, res) => void setTimeout(() => res.end('x'), 400));
  await sleep(350);
  expect(await connections()).toBe(1);
});

it('leaves a caller alone who takes the answer part by part, and ends one who has stopped', () => {
  vi.useFakeTimers();
  try {
    const fake = new EventEmitter();
    const socket = Object.assign(new EventEmitter(), { writableLength: 0, bytesWritten: 0, destroy: vi.fn() });
    endSlowReaders(fake as unknown as Server, { graceMs: 30_000, leastRate: 1_000, everyMs: 5_000 });
    fake.emit('connection', socket);
    // 20,000 bytes have 50 s: the grace of 30 s, and 20 s at the least rate.
    for (let part = 0; part < 10; part++) {
      Object.assign(socket, { writableLength: 20_000, bytesWritten: (part + 1) * 20_000 });
      vi.advanceTimersByTime(49_000);
    }
    expect(socket.destroy).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10_000);
    expect(socket.destroy).toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});
