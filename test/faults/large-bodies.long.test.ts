import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { observed } from '../support/fault-row.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { type RunningService, startService, TEST_SECRET } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const GIGABYTE = 1_000_000_000;
const PART = Buffer.alloc(64 * 1024, 'x');

/** Reads what it is sent and says how much it was; at `/down/9` it sends nine bytes. */
const SERVICE = `
import { createServer } from 'node:http';
const part = Buffer.alloc(64 * 1024, 'x');
const server = createServer(async (req, res) => {
  if (req.url.startsWith('/down')) {
    const length = Number(req.url.slice('/down/'.length));
    res.writeHead(200, { 'Content-Length': length });
    for (let left = length; left > 0; left -= part.length) {
      if (!res.write(part.subarray(0, Math.min(part.length, left)))) await new Promise((resolve) => res.once('drain', resolve));
    }
    return res.end();
  }
  let length = 0;
  for await (const chunk of req) length += chunk.length;
  res.end(String(length));
});
server.listen(0, '127.0.0.1', () => console.log('listening on http://127.0.0.1:' + server.address().port));
`;

/** Memory that a stream may take beyond that of a gateway which has just passed a fifth of it, in bytes. */
const MOST = 128_000_000;

let service: RunningService;
let gateway: RunningGateway;
beforeAll(async () => {
  const folder = temporaryFolder('large-bodies');
  writeFileSync(join(folder, 'service.mjs'), SERVICE);
  service = await startService(process.execPath, [join(folder, 'service.mjs')], {});
  const declared = `import { defineUpstream } from 'vitalgate/plugin';
    export default defineUpstream({ name: 'files', prefix: '/files', urls: ['${service.baseUrl}'], bodyLimit: ${GIGABYTE} });`;
  writeFileSync(join(folder, 'upstreams.ts'), declared);
  gateway = await startGateway({ env: { SERVICE_SECRET: TEST_SECRET, PLUGINS: folder, LOG_LEVEL: 'warn' } });
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  await service.stop();
});

const memory = () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${gateway.pid}/status`, 'utf8'))?.[1]) * 1024;

async function* body(length: number, pauseMs: number): AsyncGenerator<Buffer> {
  for (let left = length; left > 0; left -= PART.length) {
    if (pauseMs > 0) await sleep(pauseMs);
    yield PART.subarray(0, Math.min(PART.length, left));
  }
}

/** Sends a body of this length. Returns the status and the length of the answer, or the answer itself if it is short. */
function call(path: string, length: number, pauseMs = 0): Promise<{ status: number; length: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'X-API-Key': gateway.key, 'Content-Length': length };
    const asked = request(gateway.baseUrl + path, { method: length > 0 ? 'POST' : 'GET', headers }, async (answer) => {
      let size = 0;
      let text = '';
      for await (const part of answer as AsyncIterable<Buffer>) {
        size += part.length;
        if (size < 1_000) text += part.toString();
      }
      resolve({ status: answer.statusCode ?? 0, length: size, text });
    });
    asked.on('error', reject);
    Readable.from(body(length, pauseMs)).pipe(asked);
  });
}

async function peakDuring(work: () => Promise<void>): Promise<number> {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, memory());
  }, 20);
  await work().finally(() => clearInterval(timer));
  return peak;
}

it('passes a gigabyte each way through an upstream in flat memory', async () => {
  await call('/files/up', 1_000_000);
  const before = await peakDuring(async () => {
    await call('/files/up', GIGABYTE / 5);
    await call(`/files/down/${GIGABYTE / 5}`, 0);
  });
  const up = await peakDuring(async () => {
    expect(await call('/files/up', GIGABYTE)).toMatchObject({ status: 200, text: String(GIGABYTE) });
  });
  const down = await peakDuring(async () => {
    expect(await call(`/files/down/${GIGABYTE}`, 0)).toMatchObject({ status: 200, length: GIGABYTE });
  });
  const figures = [before, up, down].map((bytes) => Math.round(bytes / 1_000_000));
  observed({
    scenario: 'a gigabyte is sent to an upstream, and one comes from it',
    promise: 'the memory of the gateway does not grow with the body',
    observed: `at most ${figures[0]} MB with a fifth of it, ${figures[1]} MB on the way there, ${figures[2]} MB on the way back`,
  });
  expect(Math.max(up, down) - before).toBeLessThan(MOST);
}, 120_000);

it('lets a body take longer than 30 seconds while it flows', async () => {
  const parts = 80;
  expect(await call('/files/up', parts * PART.length, 450)).toMatchObject({
    status: 200,
    text: String(parts * PART.length),
  });
}, 60_000);
