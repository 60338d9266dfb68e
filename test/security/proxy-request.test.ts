import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IDENTITY_HEADERS, identityVerifier } from '../../plugins/sdk/index.ts';
import { rawRequest } from '../support/raw-request.ts';
import { type RemoteGateway, startRemoteGateway } from '../support/remote-gateway.ts';
import { type Received, startTestService, type TestService } from '../support/remote-service.ts';
import { TEST_SECRET } from '../support/service.ts';

let service: TestService;
let gateway: RemoteGateway;
beforeAll(async () => {
  service = await startTestService();
  gateway = await startRemoteGateway({ urls: [service.url] });
});
afterAll(async () => {
  await gateway.stop();
  await service.close();
});
beforeEach(() => {
  service.received.length = 0;
});

/** The single call that the service received. */
function asked(): Received {
  expect(service.received).toHaveLength(1);
  return service.received[0] as Received;
}

function names({ rawHeaders }: Received): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
}

function header({ rawHeaders }: Received, name: string): string | undefined {
  const at = rawHeaders.findIndex((one, index) => index % 2 === 0 && one.toLowerCase() === name.toLowerCase());
  return at === -1 ? undefined : rawHeaders[at + 1];
}

const EVERY_IDENTITY_HEADER = Object.values(IDENTITY_HEADERS).map((name) => name.toLowerCase());

describe('a service never sees', () => {
  it('a key, not even with Expect: 100-continue', async () => {
    const answer = await rawRequest(
      gateway.baseUrl,
      [
        'POST /api/v1/far HTTP/1.1',
        'Host: x',
        `X-API-Key: ${gateway.key}`,
        'Content-Type: application/json',
        'Content-Length: 13',
        'Expect: 100-continue',
      ],
      '{"weight":80}',
    );
    expect(answer).toContain('HTTP/1.1 200 OK');
    expect(names(asked())).toEqual(['host', 'connection', ...EVERY_IDENTITY_HEADER, 'content-type', 'content-length']);
    expect(JSON.stringify(asked())).not.toContain('vg_');
  });

  it('any header outside the allowed list, whatever Connection names', async () => {
    await rawRequest(gateway.baseUrl, [
      'GET /api/v1/far HTTP/1.1',
      'Host: forged.example.com',
      `X-API-Key: ${gateway.key}`,
      'Accept: application/json',
      'Traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      'Connection: X-Foo, X-Gateway-Client, Content-Type',
      'X-Foo: forged',
      'X-Gateway-Client: forged',
      'X-Gateway-Authenticated: forged',
      'X-Gateway-Anything: forged',
      'X-Consumer-Id: forged',
      'X-Forwarded-For: 203.0.113.7',
      'X-Forwarded-Host: forged',
      'Forwarded: for=203.0.113.7',
      'Authorization: Basic forged',
      'Proxy-Authorization: Basic forged',
      'Cookie: session=forged',
      'TE: trailers',
      'Keep-Alive: timeout=1000',
      'Accept-Encoding: gzip',
      'Accept-Language: de',
    ]);
    expect(names(asked())).toEqual(['host', 'connection', ...EVERY_IDENTITY_HEADER, 'accept', 'traceparent']);
    expect(JSON.stringify(asked())).not.toContain('forged');
    expect(header(asked(), 'host')).toBe(`127.0.0.1:${service.port}`);
    expect(header(asked(), 'connection')).toBe('keep-alive');
  });

  it('an invalid trace context', async () => {
    await gateway.get('/api/v1/far', { 'X-API-Key': gateway.key, Traceparent: `00-${gateway.key}` });
    expect(header(asked(), 'traceparent')).toBeUndefined();
  });

  it.each([
    ['?a=1&apikey=KEY&b=%C3%A9+x', '?a=1&b=%C3%A9+x'],
    ['?apikey=KEY', ''],
    ['?%61pike%79=KEY&b=2', '?b=2'],
  ])('a key in the query %s, while the rest of the query is unchanged', async (query, rest) => {
    expect((await gateway.get(`/api/v1/far${query.replace('KEY', gateway.key)}`, {})).status).toBe(200);
    expect(asked().url).toBe(`/api/v1/far${rest}`);
  });

  it.each([
    '/api/v1/%2e%2e/v1/far',
    '/api/v1/..%2ffar',
    '/api/v1/%2E%2E%2Ffar',
    '/api/v1/x/../far',
    '/api/v1/./far',
    '/api/v1/far/',
    '/api/v1//far',
    '/api/v1/far/../../../secret',
    '/api/v1/far%2f..%2fsecret',
    '/api/v1/far;x=1',
    '/api/v1/far%00',
    '/api/v1/...',
    '//127.0.0.1/api/v1/far',
    'http://127.0.0.1/api/v1/far',
  ])('a call of %s', async (path) => {
    const answer = await rawRequest(gateway.baseUrl, [`GET ${path} HTTP/1.1`, 'Host: x', `X-API-Key: ${gateway.key}`]);
    expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(service.received).toEqual([]);
  });

  it('an unreadable query', async () => {
    const ask = (query: string) =>
      rawRequest(gateway.baseUrl, [`GET /api/v1/far${query} HTTP/1.1`, 'Host: x', `X-API-Key: ${gateway.key}`]);
    for (const query of ['?a=%zz', '?a=%E9']) expect(await ask(query)).toContain('"code":"malformed-query"');
    // Bytes outside ASCII never reach a query; they could not be signed.
    expect(await ask('?a=é')).toMatch(/^HTTP\/1\.1 400 /);
    expect(service.received).toEqual([]);
  });

  it('a request to become a WebSocket', async () => {
    const answer = await rawRequest(gateway.baseUrl, [
      'GET /api/v1/far HTTP/1.1',
      'Host: x',
      `X-API-Key: ${gateway.key}`,
      'Upgrade: websocket',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version: 13',
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 426 /);
    expect(service.received).toEqual([]);
  });

  it('another upgrade: the call is answered without it', async () => {
    const answer = await rawRequest(gateway.baseUrl, [
      'GET /api/v1/far HTTP/1.1',
      'Host: x',
      `X-API-Key: ${gateway.key}`,
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA',
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(names(asked())).not.toContain('upgrade');
  });
});

describe('a service receives', () => {
  it('the caller’s identity, signed over the request', async () => {
    const response = await gateway.get('/api/v1/far?weight=80&lang=de', gateway.customer.headers);
    const { verify } = identityVerifier({ secrets: [TEST_SECRET], plugin: 'far', now: Date.now });
    const received = (target: string | undefined) => ({
      method: 'GET',
      target: target ?? '',
      client: header(asked(), IDENTITY_HEADERS.client),
      requestId: header(asked(), IDENTITY_HEADERS.requestId),
      language: header(asked(), IDENTITY_HEADERS.language),
      authenticated: header(asked(), IDENTITY_HEADERS.authenticated),
      time: header(asked(), IDENTITY_HEADERS.time),
      signature: header(asked(), IDENTITY_HEADERS.signature),
    });
    expect(verify(received(asked().url))).toEqual({
      outcome: 'verified',
      identity: {
        client: gateway.customer.clientId,
        requestId: response.headers.get('x-request-id'),
        language: 'de',
        authenticated: true,
      },
    });
    expect(verify(received('/api/v1/far?weight=81&lang=de')).outcome).toBe('refused');
  });

  it('the language negotiated among those of its endpoint', async () => {
    const language = async (headers: Record<string, string>) => {
      service.received.length = 0;
      await gateway.get('/api/v1/far', { 'X-API-Key': gateway.key, ...headers });
      return header(asked(), IDENTITY_HEADERS.language);
    };
    expect(await language({ 'Accept-Language': 'de-AT, en;q=0.5' })).toBe('de');
    expect(await language({ 'Accept-Language': 'fr' })).toBe('en');
  });
});

it('no call without a secret to sign with: its plugin is refused by name', async () => {
  const unsigned = await startRemoteGateway({ urls: [service.url] }, { SERVICE_SECRET: '' });
  try {
    expect(unsigned.logged()).toMatch(/"plugin":"far","reasons":\["service: SERVICE_SECRET is not set/);
    expect((await unsigned.get('/api/v1/far')).status).toBe(404);
    expect((await unsigned.get('/api/v1/bmi?weight=65&height=168')).status).toBe(200);
    expect(service.received).toEqual([]);
  } finally {
    await unsigned.stop();
  }
});
