import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RemoteGateway, startRemoteGateway } from '../support/remote-gateway.ts';
import { json, startRawTestService, type TestService } from '../support/remote-service.ts';

const MEGABYTE = 1_048_576;

let answer: (req: IncomingMessage, res: ServerResponse) => void;
/** Requests whose head has reached the service. */
let seen: IncomingMessage[];

let service: TestService;
let gateway: RemoteGateway;
beforeAll(async () => {
  service = await startRawTestService((req, res) => {
    seen.push(req);
    answer(req, res);
  });
  gateway = await startRemoteGateway({
    urls: [service.url],
    endpoints: [{ name: 'small' }, { name: 'large', largestBody: 2 * MEGABYTE }],
    timeout: { answer: 1_000 },
  });
});
afterAll(async () => {
  await gateway.stop();
  await service.close();
});

let before: number;
beforeEach(async () => {
  seen = [];
  answer = afterTheBody;
  before = await gateway.charged();
});
const charged = async () => (await gateway.charged()) - before;

/** Answers with the length of the body after all of it has arrived. */
function afterTheBody(req: IncomingMessage, res: ServerResponse): void {
  let length = 0;
  req.on('data', (chunk: Buffer) => {
    length += chunk.length;
  });
  req.on('end', () => json(res, 200, { length }));
}

interface Post {
  readonly agent?: Agent;
  /** In this many chunks, without a declared length. */
  readonly chunks?: number;
}

function post(name: string, length: number, { agent, chunks }: Post = {}) {
  return new Promise<{ status: number | undefined; body: string; port: number | undefined }>((resolve, reject) => {
    const headers = {
      ...gateway.customer.headers,
      'Content-Type': 'application/json',
      ...(chunks ? {} : { 'Content-Length': length }),
    };
    const url = `${gateway.baseUrl}/api/v1/${name}`;
    const call = request(url, { method: 'POST', headers, ...(agent ? { agent } : {}) }, (response) => {
      const port = response.socket.localPort;
      let body = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, body, port }));
    });
    call.on('error', reject);
    const pieces = chunks ?? 1;
    for (let piece = 0; piece < pieces; piece++) call.write(Buffer.alloc(length / pieces, 'x'));
    call.end();
  });
}

describe('a body', () => {
  it.each([
    ['1 KB', 'small', 1_024, {}],
    ['64 KB', 'small', 65_536, {}],
    ['64 KB in chunks', 'small', 65_536, { chunks: 64 }],
    ['64 KB to an endpoint that takes more', 'large', 65_536, {}],
    ['1 MB', 'large', MEGABYTE, {}],
    ['1 MB in chunks', 'large', MEGABYTE, { chunks: 16 }],
    ['2 MB', 'large', 2 * MEGABYTE, {}],
  ])('of %s arrives whole', async (_what, name, length, options) => {
    const { status, body } = await post(name, length, options);
    expect([status, JSON.parse(body)]).toEqual([200, { length }]);
    expect(await charged()).toBe(1);
  });

  it('of length zero arrives empty', async () => {
    const { body } = await post('small', 0);
    expect(JSON.parse(body)).toEqual({ length: 0 });
    expect(seen[0]?.headers['content-length']).toBe('0');
  });

  it('arrives with its length, even if sent in chunks, if the gateway buffered it', async () => {
    await post('small', 1_024, { chunks: 4 });
    expect(seen[0]?.headers['content-length']).toBe('1024');
    expect(seen[0]?.headers['transfer-encoding']).toBeUndefined();
  });

  it('that is larger is streamed, with its length or in chunks as it came', async () => {
    await post('large', MEGABYTE);
    await post('large', MEGABYTE, { chunks: 16 });
    expect(seen.map(({ headers }) => [headers['content-length'], headers['transfer-encoding']])).toEqual([
      [String(MEGABYTE), undefined],
      [undefined, 'chunked'],
    ]);
  });
});

it('that arrives slowly does not count against the service: its time limit begins at the end of the body', async () => {
  const headers = { ...gateway.customer.headers, 'Content-Type': 'application/json' };
  const answered = new Promise<number | undefined>((resolve, reject) => {
    const call = request(`${gateway.baseUrl}/api/v1/large`, { method: 'POST', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    call.on('error', reject);
    call.write(Buffer.alloc(100_000, 'x'));
    setTimeout(() => call.end('x'), 1_400);
  });
  expect(await answered).toBe(200);
});

describe('a body that is too long', () => {
  it.each([
    ['small', 65_537, {}],
    ['small', MEGABYTE, { chunks: 16 }],
    ['large', 2 * MEGABYTE + 1, {}],
    ['large', 4 * MEGABYTE, { chunks: 16 }],
  ])('for %s, of %i bytes %o, is 413, uncharged, and the connection stays open', async (name, length, options) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const refused = await post(name, length, { agent, ...options });
    expect([refused.status, JSON.parse(refused.body).code]).toEqual([413, 'payload-too-large']);
    expect(await charged()).toBe(0);
    const next = await post('small', 10, { agent });
    expect([next.status, next.port]).toEqual([200, refused.port]);
    agent.destroy();
  });

  it('is never sent to the service if its length is declared or the gateway buffers it', async () => {
    await post('small', 65_537);
    await post('small', 65_537, { chunks: 1 });
    await post('large', 2 * MEGABYTE + 1);
    expect(seen).toHaveLength(0);
  });
});

describe('an early answer', () => {
  it.each([{}, { chunks: 16 }])(
    'is forwarded before the body is complete, and the connection stays open: %o',
    async (options) => {
      answer = (_req, res) => {
        const body = '{"code":"payload-too-large"}';
        res.writeHead(413, { 'Content-Type': 'application/problem+json', 'Content-Length': body.length });
        res.end(body);
      };
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const early = await post('large', 2 * MEGABYTE, { agent, ...options });
      expect([early.status, early.body]).toEqual([413, '{"code":"payload-too-large"}']);
      expect(await charged()).toBe(0);
      answer = afterTheBody;
      const next = await post('large', 2 * MEGABYTE, { agent, ...options });
      expect([next.status, JSON.parse(next.body), next.port]).toEqual([200, { length: 2 * MEGABYTE }, early.port]);
      agent.destroy();
    },
  );

  it('of 200 is charged like any other', async () => {
    answer = (_req, res) => json(res, 200, { early: true });
    expect(await post('large', MEGABYTE)).toMatchObject({ status: 200, body: '{"early":true}' });
    expect(await charged()).toBe(1);
  });

  it('is a 502 if the service closes the connection before the gateway reads any of it', async () => {
    answer = (req) => req.socket.destroy();
    expect((await post('large', 2 * MEGABYTE)).status).toBe(502);
    expect(await charged()).toBe(0);
  });
});
