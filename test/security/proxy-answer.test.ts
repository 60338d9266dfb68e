import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type RemoteGateway, startRemoteGateway } from '../support/remote-gateway.ts';
import { startTestService, type TestService } from '../support/remote-service.ts';

let answer: (res: ServerResponse) => void;
let service: TestService;
let gateway: RemoteGateway;
beforeAll(async () => {
  service = await startTestService((_req, res) => answer(res));
  gateway = await startRemoteGateway({
    urls: [service.url],
    endpoints: [{ mediaTypes: ['application/json', 'text/csv'] }],
  });
});
afterAll(async () => {
  await gateway.stop();
  await service.close();
});

const BODY = '{"far":1}';
const HEAD = { 'Content-Type': 'application/json', 'Content-Length': BODY.length };
const PROBLEM = { ...HEAD, 'Content-Type': 'application/problem+json' };

const right = (res: ServerResponse) => res.writeHead(200, HEAD).end(BODY);
/** Answers with a body whose length is declared rightly. */
const whole =
  (body: string | Buffer, type = 'application/json', status = 200) =>
  (res: ServerResponse) =>
    res.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }).end(body);
/** Answers with bytes that Node's server would not write. */
const raw = (text: string) => (res: ServerResponse) => res.socket?.write(text);

/** No calculator goes out of use, although one answer after the other is wrong. */
beforeEach(async () => {
  answer = right;
  for (let good = 0; good < 2; good++) expect((await call()).response.status).toBe(200);
});

async function call() {
  const before = await gateway.charged();
  const response = await gateway.get('/api/v1/far', gateway.customer.headers);
  const body = await response.text();
  return { response, body, charged: (await gateway.charged()) - before };
}

it('a caller sees only the body, the status and the content headers of a service', async () => {
  answer = (res) => {
    res.writeHead(200, {
      ...HEAD,
      'Content-Language': 'de',
      Vary: 'Accept-Language',
      Deprecation: '@1735689599',
      'Set-Cookie': 'forged=1',
      'X-Gateway-Error': 'forged',
      'X-Request-Id': 'forged',
      'Cache-Control': 'public, max-age=forged',
      'Access-Control-Allow-Origin': 'forged',
      Server: 'forged',
      RateLimit: 'forged',
      'Strict-Transport-Security': 'forged',
      Connection: 'X-Forged',
      'X-Forged': 'forged',
      ETag: '"forged"',
    });
    res.end(BODY);
  };
  const { response, body, charged } = await call();
  expect([response.status, body, charged]).toEqual([200, BODY, 1]);
  expect(response.headers.get('content-language')).toBe('de');
  expect(response.headers.get('vary')).toBe('Accept-Language');
  expect(response.headers.get('deprecation')).toBe('@1735689599');
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(JSON.stringify([...response.headers])).not.toContain('forged');
});

it('another media type passes only if the endpoint declares it', async () => {
  answer = whole('far\n1\n', 'text/csv; header=present');
  const { response, body } = await call();
  expect([response.headers.get('content-type'), body]).toEqual(['text/csv; header=present', 'far\n1\n']);
});

it.each([400, 404, 405, 413, 415, 422])('its %i passes with its problem, uncharged', async (status) => {
  answer = (res) => res.writeHead(status, { ...PROBLEM, Allow: 'GET' }).end(BODY);
  const { response, body, charged } = await call();
  expect([response.status, body, charged]).toEqual([status, BODY, 0]);
  expect(response.headers.get('allow')).toBe('GET');
  expect(response.headers.get('x-gateway-error')).toBeNull();
});

it.each<[string, (res: ServerResponse) => void]>([
  ...[301, 302, 304, 401, 402, 403, 409, 418, 429, 451, 500, 502, 503, 504, 599].map(
    (status): [string, (res: ServerResponse) => void] => [
      `status ${status}`,
      (res) => res.writeHead(status, { ...HEAD, Location: 'http://127.0.0.1:1/' }).end(BODY),
    ],
  ),
  ['204, which has no media type', (res) => res.writeHead(204).end()],
  ['media type text/html', (res) => res.writeHead(200, { ...HEAD, 'Content-Type': 'text/html' }).end(BODY)],
  ['problem under 200', (res) => res.writeHead(200, { ...HEAD, 'Content-Type': 'text/plain' }).end(BODY)],
  ['JSON cut short, although its length is right', whole('{"far":')],
  ['JSON with more after it', whole('{"far":1}}')],
  ['JSON number, which may have been cut short', whole('12')],
  ['JSON null', whole('null')],
  ['JSON that is not in UTF-8', whole(Buffer.from('{"far":"\xe9"}', 'latin1'))],
  ['empty answer', whole('')],
  ['empty answer of another media type', whole('', 'text/csv')],
  ['blank answer', whole(' \n')],
  ['text that is not in UTF-8', whole(Buffer.from('f\xe9', 'latin1'), 'text/csv')],
  ['compressed answer without its encoding', whole(gzipSync(BODY))],
  ['compressed text without its encoding', whole(gzipSync('far\n1\n'), 'text/csv')],
  ['compressed problem without its encoding', whole(gzipSync('{"code":"x"}'), 'application/problem+json', 400)],
  ['problem cut short', whole('{"code":"inv', 'application/problem+json', 400)],
  [
    'answer longer than its length',
    raw('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n{"far":1}'),
  ],
  [
    'answer shorter than its length',
    (res) =>
      res.socket?.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{"far":1}'),
  ],
  ['answer without a media type', (res) => res.writeHead(200, { 'Content-Length': BODY.length }).end(BODY)],
  ['answer in an encoding', (res) => res.writeHead(200, { ...HEAD, 'Content-Encoding': 'gzip' }).end(BODY)],
  [
    'answer that ends where the connection does, and might have been cut off',
    (res) => res.socket?.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{"far":1}'),
  ],
  [
    'answer cut off in its body',
    (res) => {
      res.writeHead(200, { ...HEAD, 'Content-Length': 100 });
      res.write(BODY, () => res.destroy());
    },
  ],
  [
    'answer cut off between chunks',
    (res) => {
      res.writeHead(200, { 'Content-Type': 'application/json' });
      res.write(BODY, () => res.destroy());
    },
  ],
  ['answer cut off before its head', (res) => res.destroy()],
  ['answer that is no HTTP', (res) => res.socket?.end('SSH-2.0-OpenSSH_9.9\r\n')],
  [
    'answer with two lengths',
    (res) =>
      res.socket?.end(
        'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\nContent-Length: 8\r\n\r\n{"far":1}',
      ),
  ],
  [
    'answer with a length and in chunks',
    (res) =>
      res.socket?.end(
        'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{"far":1}\r\n0\r\n\r\n',
      ),
  ],
  [
    'change of protocol',
    (res) => res.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
  ],
  [
    'answer that says it is longer than 1 MB',
    (res) => res.writeHead(200, { ...HEAD, 'Content-Length': 1_048_577 }).end('x'.repeat(1_048_577)),
  ],
  [
    'answer that turns out to be longer than 1 MB',
    (res) => {
      res.writeHead(200, { 'Content-Type': 'application/json' });
      res.end('x'.repeat(1_048_577));
    },
  ],
  ['head longer than Node reads', (res) => res.writeHead(200, { ...HEAD, 'X-Long': 'x'.repeat(20_000) }).end(BODY)],
])('its %s is our 502, uncharged', async (_what, wrong) => {
  answer = wrong;
  const { response, body, charged } = await call();
  expect([response.status, charged]).toEqual([502, 0]);
  expect(response.headers.get('x-gateway-error')).toBe('service-failed');
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(JSON.parse(body)).toMatchObject({
    status: 502,
    code: 'service-failed',
    calculator: 'far/far',
    language: 'en',
  });
  expect(response.headers.get('location')).toBeNull();
});

it('an answer of 1 MB passes, and so does a chunked answer after early hints', async () => {
  answer = (res) => {
    res.writeEarlyHints({ link: '</style.css>; rel=preload' });
    res.writeHead(200, { 'Content-Type': 'application/json' });
    res.write(`{"x":"${'x'.repeat(1_000_000 - 6)}`);
    res.end(`${'y'.repeat(48_574)}"}`);
  };
  const { response, body, charged } = await call();
  expect([response.status, body.length, charged]).toEqual([200, 1_048_576, 1]);
});

it('what follows a complete answer on its connection is never the answer to the next call', async () => {
  answer = raw(
    'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"far":1}' +
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"far":2}',
  );
  expect((await call()).body).toBe('{"far":1}');
  answer = whole('{"far":3}');
  expect((await call()).body).toBe('{"far":3}');
});

it('HEAD is charged, and answered with the headers of GET', async () => {
  answer = (res) => res.writeHead(200, HEAD).end(BODY);
  const before = await gateway.charged();
  const { headers } = gateway.customer;
  const head = await fetch(`${gateway.baseUrl}/api/v1/far`, { method: 'HEAD', headers });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '9', '']);
  expect((await gateway.charged()) - before).toBe(1);
});
