import { createServer, type ServerResponse } from 'node:http';
import { createServer as createRawServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { runOpenLoop } from './run.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  return `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
}

it('sends the calls at their times, with the headers in turn', async () => {
  const keys: unknown[] = [];
  const url = await listen(
    createServer((request, response) => {
      keys.push(request.headers['x-api-key']);
      response.end('answer');
    }),
  );
  const start = performance.now();
  const headers = [{ 'X-API-Key': 'first' }, { 'X-API-Key': 'second' }];
  await runOpenLoop({ url: `${url}/`, headers }, { calls: 7, interval: 20 });
  // The seventh call is scheduled six intervals after the first.
  expect(performance.now() - start).toBeGreaterThanOrEqual(120);
  expect(keys).toEqual(['first', 'second', 'first', 'second', 'first', 'second', 'first']);
});

it('does not measure the calls of the warm-up', async () => {
  let calls = 0;
  const url = await listen(
    createServer((_, response) => {
      calls += 1;
      setTimeout(() => response.end('answer'), calls <= 3 ? 200 : 0);
    }),
  );
  const { p999 } = await runOpenLoop({ url }, { calls: 6, interval: 100, warmUp: 3 });
  expect(calls).toBe(6);
  expect(p999).toBeLessThan(200);
});

it('posts the body', async () => {
  const bodies: string[] = [];
  const url = await listen(
    createServer(async (request, response) => {
      bodies.push(`${request.method} ${request.url} ${(await request.setEncoding('utf8').toArray()).join('')}`);
      response.end('answer');
    }),
  );
  await runOpenLoop({ url: `${url}/batch?a=1`, body: '{"é":1}' }, { calls: 1, interval: 0 });
  expect(bodies).toEqual(['POST /batch?a=1 {"é":1}']);
});

it('measures from the scheduled times when the server stalls', async () => {
  const held: ServerResponse[] = [];
  const url = await listen(
    createServer((_, response) => {
      held.push(response);
      // The first 64 calls take all connections and wait; the other 64 are answered at once when they can be sent.
      if (held.length === 64) setTimeout(() => held.forEach((each) => void each.end('late')), 100);
      else if (held.length > 64) response.end('prompt');
    }),
  );
  const { p50, p99 } = await runOpenLoop({ url }, { calls: 128, interval: 0 });
  // Measured from the sending, half of the calls would take next to no time.
  expect(p50).toBeGreaterThan(95);
  expect(p99).toBeGreaterThan(95);
});

it('waits for the whole of an answer that arrives in pieces', async () => {
  const pieces = ['HTTP/1.1 200 OK\r\ncontent-len', 'gth: 6\r\nServer: test\r\n', '\r\nans', 'wer'];
  const url = await listen(
    createRawServer((socket: Socket) => {
      socket.setNoDelay().on('data', async () => {
        for (const piece of pieces) {
          socket.write(piece);
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      });
      socket.on('error', () => undefined);
    }),
  );
  const { p50 } = await runOpenLoop({ url }, { calls: 3, interval: 1 });
  // Three pauses of 10 ms; the head is complete after two. A timer may fire a little early.
  expect(p50).toBeGreaterThan(27);
});

it.each([
  ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 'without Content-Length'],
  ['HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n', 'refused: 429'],
  ['', 'closed a connection'],
])('fails at once after the answer %o', async (answer, message) => {
  const url = await listen(createRawServer((socket) => socket.on('data', () => socket.end(answer))));
  await expect(runOpenLoop({ url }, { calls: 2, interval: 50 })).rejects.toThrow(message);
});

it('loads nothing but this machine', async () => {
  await expect(runOpenLoop({ url: 'http://192.0.2.1/' }, { calls: 1, interval: 0 })).rejects.toThrow('loopback only');
});
