import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWith } from '../test/support/suites.ts';
import { wrk } from './wrk.ts';

describeWith('wrk', wrk, (load) => {
  const keys = new Map<string, number>();
  /** The last complete request. */
  let last: unknown = null;
  const server = createServer((request, response) => {
    const { method, url, rawHeaders } = request;
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      last = { method, url, rawHeaders, body };
    });
    const key = String(request.headers['x-api-key']);
    keys.set(key, (keys.get(key) ?? 0) + 1);
    response.statusCode = key === 'refused' ? 429 : 200;
    response.end();
  });
  let url = '';

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    url = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}/`;
  });
  afterAll(() => void server.close());

  it('sends the headers in turn, and reports the calls, their latency and the refusals', async () => {
    const result = await load({ url, headers: [{ 'X-API-Key': 'first' }, { 'X-API-Key': 'refused' }] }, 1);
    const first = keys.get('first') ?? 0;
    const refused = keys.get('refused') ?? 0;
    // The end may cut each of the 64 connections in the middle of a call.
    expect(Math.abs(first - refused)).toBeLessThanOrEqual(64);
    expect(result.calls).toBeGreaterThan(100);
    expect(Math.abs(first + refused - result.calls)).toBeLessThanOrEqual(64);
    expect(Math.abs(result.refused - result.calls / 2)).toBeLessThanOrEqual(64);
    expect(result.broken).toBe(0);
    expect(result.p99).toBeGreaterThan(0);
    expect(result.microseconds).toBeGreaterThan(900_000);
  });

  it('sends the query, and at the end the headers, which differ from request to request', async () => {
    const headers = [{ Accept: 'text/plain', 'X-API-Key': 'only' }];
    const { broken, refused } = await load({ url: `${url}path?a=1&b=2`, headers }, 1);
    const { host } = new URL(url);
    const rawHeaders = ['Host', host, 'Accept', 'text/plain', 'X-API-Key', 'only'];
    expect(last).toEqual({ method: 'GET', url: '/path?a=1&b=2', rawHeaders, body: '' });
    expect([broken, refused]).toEqual([0, 0]);
  });

  it('sends a body with its length in bytes', async () => {
    const { broken, refused } = await load({ url, headers: [{ 'X-API-Key': 'only' }], body: '{"name":"é 100%"}' }, 1);
    const { host } = new URL(url);
    const rawHeaders = ['Host', host, 'X-API-Key', 'only', 'Content-Length', '18'];
    expect(last).toEqual({ method: 'POST', url: '/', rawHeaders, body: '{"name":"é 100%"}' });
    expect([broken, refused]).toEqual([0, 0]);
  });

  it('sends a request without headers of its own', async () => {
    const { broken, refused } = await load({ url }, 1);
    expect(last).toEqual({ method: 'GET', url: '/', rawHeaders: ['Host', new URL(url).host], body: '' });
    expect([broken, refused]).toEqual([0, 0]);
  });

  it('refuses to load another machine', async () => {
    await expect(load({ url: 'http://192.0.2.1/' }, 1)).rejects.toThrow('loopback only');
  });
});
