/**
 * The attack: an operator opens a web page. Its script points the page's own name at 127.0.0.1 (DNS rebinding) and
 * reads /metrics of the admin port, which needs no key: the browser sees one origin. The requests still name the page
 * as their host.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AdminServer, startAdminServer } from '../../../gateway/operations/admin-server.ts';
import { rawRequest } from '../../support/raw-request.ts';

let admin: AdminServer;
beforeEach(async () => {
  admin = await startAdminServer({
    host: '127.0.0.1',
    port: 0,
    names: ['gateway'],
    expose: async () => ({ contentType: 'text/plain', body: 'vitalgate_calls_total 1\n' }),
    reload: async () => ({ refused: [] }),
    readiness: () => ({ status: 'ok', parts: {}, reasons: {} }),
    log: { warn: () => undefined, error: () => undefined },
  });
});
afterEach(() => admin.close());

const ask = (...lines: string[]) => rawRequest(`http://127.0.0.1:${admin.port}`, lines);

it.each(['/metrics', '/healthz', '/readyz', '/'])('%s is refused when the host is the name of a page', async (path) => {
  const answer = await ask(`GET ${path} HTTP/1.1`, 'Host: evil.example:9464');
  expect(answer).toContain('HTTP/1.1 421 Misdirected Request');
  expect(answer).toContain('ADMIN_HOSTS');
  expect(answer).not.toContain('vitalgate_calls_total');
});

it.each(['127.0.0.1:9464', '[::1]:9464', 'localhost:9464', 'gateway:9464'])(
  '/metrics is answered when the host is %s',
  async (host) => {
    expect(await ask('GET /metrics HTTP/1.1', `Host: ${host}`)).toContain('vitalgate_calls_total 1');
  },
);

it('a request with two hosts, or with an absolute address, is refused', async () => {
  expect(await ask('GET /metrics HTTP/1.1', 'Host: 127.0.0.1', 'Host: evil.example')).toContain('HTTP/1.1 400 ');
  expect(await ask('GET http://evil.example/metrics HTTP/1.1', 'Host: 127.0.0.1')).toContain('HTTP/1.1 404 ');
});
