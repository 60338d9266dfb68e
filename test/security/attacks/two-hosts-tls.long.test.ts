/** The attack of two-hosts.test.ts over the gateway's own certificate. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCertificate } from '../../support/certificate.ts';
import { startTestGateway, TDEE, type TestGateway } from '../../support/in-process-gateway.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { HOST_CASES } from './two-hosts.cases.ts';

const own = makeCertificate('own');
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ TLS_CERT_FILE: own.certFile, TLS_KEY_FILE: own.keyFile });
});
afterAll(() => gateway.stop());

const ask = (lines: readonly string[]) =>
  rawRequest(gateway.baseUrl, [...lines, `X-API-Key: ${gateway.key}`], '', own.cert);

it.each(HOST_CASES)('over TLS a request %s', async (_name, lines, status) => {
  expect((await ask(lines)).split('\r\n', 1)[0]).toBe(`HTTP/1.1 ${status}`);
});

it('over TLS CONNECT is cut off, and the gateway keeps answering', async () => {
  expect(await ask(['CONNECT evil.example:443 HTTP/1.1', 'Host: x'])).toBe('');
  expect(await ask([`GET ${TDEE} HTTP/1.1`, 'Host: x'])).toContain('"tdee":2739.63');
});
