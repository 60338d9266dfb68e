import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitBodyTime, spareBodyTime } from './body-time.ts';

const server = createServer((req, res) => {
  limitBodyTime(req, 100);
  if (req.url === '/spared') spareBodyTime(req);
  req.resume().once('end', () => res.end('all of it'));
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

/** Sends the last byte of a body after a pause. */
async function send(path: string, pause: number): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\na`);
  const last = setTimeout(() => socket.write('b'), pause);
  const answer = await text(socket);
  clearTimeout(last);
  return answer;
}

it('answers a body that arrives in time, and closes the connection of one that does not', async () => {
  expect(await send('/', 10)).toContain('all of it');
  expect(await send('/', 5_000)).toMatch(/^HTTP\/1\.1 408 /);
});

it('waits for a body that is spared', async () => {
  expect(await send('/spared', 300)).toContain('all of it');
});
