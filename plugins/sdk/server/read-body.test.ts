import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { listenOn, SERVER_LIMITS } from './http-server.ts';
import { readBody, readBodyOrStream } from './read-body.ts';

/** Node has ended the stream of a request without a body before our code runs, so its events never come. */
let server: Server;

afterEach(() => {
  server.close();
});

/** Sends a request by hand, because clients add `Content-Length: 0`. @returns the last line of the answer: its body */
async function answerTo(request: string): Promise<string | undefined> {
  const port = await listenOn(server, '127.0.0.1', 0);
  const socket = connect(port, '127.0.0.1');
  socket.end(request);
  return (await text(socket)).split('\r\n').at(-1);
}

it('reads the missing body of a request without Content-Length as empty', async () => {
  server = createServer(SERVER_LIMITS, (req, res) => readBody(req, 100, (body) => res.end(`${body.byteLength} bytes`)));
  expect(await answerTo('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toBe('0 bytes');
});

it('gives a missing body whole where a long one would be a stream', async () => {
  server = createServer(SERVER_LIMITS, (req, res) =>
    readBodyOrStream(req, { whole: 10, limit: 100 }, (body) => res.end(body.constructor.name)),
  );
  expect(await answerTo('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toBe('Uint8Array');
});

it('reads a body of a known length, and one in chunks', async () => {
  server = createServer(SERVER_LIMITS, (req, res) => readBody(req, 100, (body) => res.end(Buffer.from(body))));
  expect(await answerTo('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello')).toBe(
    'hello',
  );
  server.close();
  server = createServer(SERVER_LIMITS, (req, res) => readBody(req, 100, (body) => res.end(Buffer.from(body))));
  const chunked =
    'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nfor\r\n0\r\n\r\n';
  expect(await answerTo(chunked)).toBe('for');
});
