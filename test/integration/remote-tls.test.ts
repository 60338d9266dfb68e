import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCertificate, type TestCertificate } from '../support/certificate.ts';
import { type RemoteGateway, startRemoteGateway } from '../support/remote-gateway.ts';
import { json } from '../support/remote-service.ts';

const trusted = getCACertificates();

let asked = 0;
let certificate: TestCertificate;
let service: Server;
let gateway: RemoteGateway;
beforeAll(async () => {
  certificate = makeCertificate('service');
  service = createServer({ cert: certificate.cert, key: readFileSync(certificate.keyFile) }, (req, res) => {
    if (req.url !== '/healthz') asked += 1;
    json(res, 200, {});
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = service.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  gateway = await startRemoteGateway({ urls: [`https://127.0.0.1:${port}`] });
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  await gateway.stop();
  service.closeAllConnections();
  service.close();
});

it('a service over HTTPS is called only with a trusted certificate', async () => {
  expect((await gateway.get('/api/v1/far')).status).toBe(503);
  expect(asked).toBe(0);
  setDefaultCACertificates([...trusted, certificate.cert]);
  await expect.poll(async () => (await gateway.get('/api/v1/far')).status, { timeout: 3_000 }).toBe(200);
  expect(asked).toBe(1);
});
