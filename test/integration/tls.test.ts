import { copyFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import { TLSSocket } from 'node:tls';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../gateway/boot/process/server.ts';
import { openCertificate } from '../../gateway/boot/tls/certificate.ts';
import { ConfigurationError } from '../../gateway/configuration/config.ts';
import { makeCertificate, type TestCertificate } from '../support/certificate.ts';
import { startTestGateway, TDEE, type TestGateway } from '../support/in-process-gateway.ts';
import { rawRequest } from '../support/raw-request.ts';
import { waitUntil } from '../support/wait-until.ts';

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Subject of the server's certificate. */
  readonly shown: string | undefined;
}

function ask(url: string, options: { agent: Agent; headers?: Record<string, string> }): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(url, options, (response) => {
      const { socket } = response;
      const subject = socket instanceof TLSSocket ? socket.getPeerCertificate().subject : undefined;
      let body = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => {
        resolve({ status: response.statusCode, headers: response.headers, body, shown: subject?.CN?.toString() });
      });
    });
    call.on('error', reject);
    call.end();
  });
}

let own: TestCertificate;
beforeAll(() => {
  own = makeCertificate('own');
});

describe('a gateway with a certificate', () => {
  let gateway: TestGateway;
  const agent = () => new Agent({ ca: own.cert });
  beforeAll(async () => {
    gateway = await startTestGateway({ TLS_CERT_FILE: own.certFile, TLS_KEY_FILE: own.keyFile });
  });
  afterAll(() => gateway.stop());

  it('answers over HTTPS, with HSTS on every page', async () => {
    expect(gateway.baseUrl).toMatch(/^https:/);
    const headers = { 'X-API-Key': gateway.key };
    for (const [path, status] of [
      [TDEE, 200],
      ['/api/v1/nothing', 404],
      ['/healthz', 200],
      ['/openapi.json', 200],
      ['/nothing', 404],
    ] as const) {
      const answer = await ask(gateway.baseUrl + path, { agent: agent(), headers });
      expect([path, answer.status]).toEqual([path, status]);
      expect([path, answer.headers['strict-transport-security']]).toEqual([path, 'max-age=31536000']);
    }
  });

  it('answers nothing over plain HTTP, not even a redirect', async () => {
    const plain = gateway.baseUrl.replace('https:', 'http:');
    const answer = await rawRequest(plain, [`GET ${TDEE} HTTP/1.1`, 'Host: x']).catch(String);
    expect(answer).not.toContain('HTTP/1.1');
  });
});

describe('a certificate', () => {
  it('is replaced for new connections, while open ones stay', async () => {
    const renewed = makeCertificate('renewed');
    const files = makeCertificate('old');
    const log = { logger: pino({ level: 'silent' }) };
    const certificate = await openCertificate({ TLS_CERT_FILE: files.certFile, TLS_KEY_FILE: files.keyFile }, log, 5);
    const server = await listen((_req, res) => res.end('here'), '127.0.0.1', 0, { certificate });
    const url = `https://127.0.0.1:${server.port}`;
    const ca = [files.cert, renewed.cert];
    const kept = new Agent({ ca, keepAlive: true, maxSockets: 1 });
    expect(await ask(url, { agent: kept })).toMatchObject({ body: 'here', shown: 'old' });

    copyFileSync(renewed.certFile, files.certFile);
    copyFileSync(renewed.keyFile, files.keyFile);
    await waitUntil('the renewed certificate', async () => {
      const { shown } = await ask(url, { agent: new Agent({ ca }) });
      return shown === 'renewed' || undefined;
    });
    const socket = Object.values(kept.freeSockets).flatMap((sockets) => sockets ?? [])[0];
    expect(await ask(url, { agent: kept })).toMatchObject({ body: 'here', shown: 'old' });
    expect(Object.values(kept.freeSockets).flatMap((sockets) => sockets ?? [])).toEqual([socket]);
    kept.destroy();
    certificate?.close();
    await server.drain(1_000);
  });

  it('that is invalid stops the start, and is named', async () => {
    const other = makeCertificate('other');
    const start = startTestGateway({ TLS_CERT_FILE: own.certFile, TLS_KEY_FILE: other.keyFile });
    await expect(start).rejects.toThrow(ConfigurationError);
    await expect(start).rejects.toThrow(/TLS_KEY_FILE: got .*; allowed: the key of TLS_CERT_FILE/);
  });
});
