import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { endSlowReaders } from './slow-readers.ts';

const LIMITS = { graceMs: 150, leastRate: 1e9, everyMs: 20 };
/** More than the kernel keeps for a caller who does not read. */
const LARGE = Buffer.alloc(32 * 1024 * 1024, 'x');

let server: Server;
let callers: Socket[] = [];
afterEach(() => {
  for (const caller of callers) caller.destroy();
  callers = [];
  server.close();
  server.closeAllConnections();
});

/** Sends a request, and reads nothing until it is resumed. */
async function call(listener: RequestListener, limits = LIMITS): Promise<Socket> {
  server = createServer(listener);
  endSlowReaders(server, limits);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const arrived = once(server, 'request');
  const caller = connect((server.address() as AddressInfo).port, '127.0.0.1');
  caller.on('error', () => undefined);
  caller.pause();
  caller.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  callers.push(caller);
  await arrived;
  return caller;
}

const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
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

it('leaves a caller alone who waits for an answer, and one who takes it part by part', async () => {
  const parts = 12;
  const caller = await call((_, res) => {
    setTimeout(() => {
      const part = LARGE.subarray(0, 1024 * 1024);
      let left = parts;
      const next = () => (left-- > 0 ? void res.write(part, next) : void res.end());
      next();
    }, 200);
  });
  await sleep(210);
  let taken = 0;
  caller.on('data', (bytes) => {
    taken += bytes.length;
    // Slow, but never as long as the grace.
    caller.pause();
    setTimeout(() => caller.resume(), 2);
  });
  caller.resume();
  await waitUntil('the whole answer', () => (taken > parts * 1024 * 1024 ? true : undefined));
  expect(await connections()).toBe(1);
});
