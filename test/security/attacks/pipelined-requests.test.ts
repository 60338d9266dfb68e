// The attack: a caller sends thousands of requests over one connection and reads no answer. The process held a request
// and an answer for each: 1.6 MB of requests became 90 MB of memory, and a few such connections ended the process.
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MOST_PIPELINED } from '../../../plugins/sdk/server/pipelining.ts';
import { startTestGateway, TDEE, type TestGateway } from '../../support/in-process-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

/** Sends requests in one go. @returns the statuses of the answers until the connection ends or all have arrived */
function send(requests: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(gateway.port, '127.0.0.1');
    let text = '';
    const statuses = () => text.match(/HTTP\/1\.1 \d+/g) ?? [];
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      if (statuses().length === requests) socket.destroy();
    });
    socket.setTimeout(10_000, () => socket.destroy(new Error(`no end; so far ${statuses().length} answers`)));
    socket.on('error', (error) => ('code' in error ? undefined : reject(error)));
    socket.on('close', () => resolve(statuses()));
    socket.write(`GET ${TDEE} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${gateway.key}\r\n\r\n`.repeat(requests));
  });
}

it('a connection with thousands of waiting requests is closed', async () => {
  expect((await send(5_000)).length).toBeLessThan(5_000);
});

it('a client that pipelines a few requests gets all answers, in order', async () => {
  const statuses = await send(MOST_PIPELINED / 4);
  expect(statuses).toHaveLength(MOST_PIPELINED / 4);
});
