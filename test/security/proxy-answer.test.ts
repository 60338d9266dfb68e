import type { ServerResponse } from 'node:http';
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

/** No instance goes out of use, although one answer after the other is wrong. */
beforeEach(async () => {
  answer = (res) => res.writeHead(200, HEAD).end(BODY);
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
  answer = (res) => res.writeHead(200, { ...HEAD, 'Content-Type': 'text/csv; header=present' }).end(BODY);
  expect((await call()).response.headers.get('content-type')).toBe('text/csv; header=present');
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
  expect(JSON.parse(body)).toMatchObject({ status: 502, code: 'service-failed', language: 'en' });
  expect(response.headers.get('location')).toBeNull();
});

it('an answer of 1 MB passes, and so does a chunked answer after early hints', async () => {
  answer = (res) => {
    res.writeEarlyHints({ link: '</style.css>; rel=preload' });
    res.writeHead(200, { 'Content-Type': 'application/json' });
    res.write('x'.repeat(1_000_000));
    res.end('y'.repeat(48_576));
  };
  const { response, body, charged } = await call();
  expect([response.status, body.length, charged]).toEqual([200, 1_048_576, 1]);
});

it('HEAD is charged, and answered with the headers of GET', async () => {
  answer = (res) => res.writeHead(200, HEAD).end(BODY);
  const before = await gateway.charged();
  const { headers } = gateway.customer;
  const head = await fetch(`${gateway.baseUrl}/api/v1/far`, { method: 'HEAD', headers });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '9', '']);
  expect((await gateway.charged()) - before).toBe(1);
});
