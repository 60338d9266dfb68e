import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { startTestGateway, TDEE } from '../support/in-process-gateway.ts';
import { startRemoteGateway } from '../support/remote-gateway.ts';
import { json, startRawTestService } from '../support/remote-service.ts';
import { TEST_SECRET } from '../support/service.ts';
import { waitUntil } from '../support/wait-until.ts';

it('the metrics show how the calls of each service ended, and which instances are out of use', async () => {
  const port = await freePort();
  let asked = 0;
  const service = await startRawTestService((req, res) => {
    asked += 1;
    if (req.url?.endsWith('?well')) json(res, 200, {});
    else if (req.url?.endsWith('?wrong')) json(res, 500, {});
  });
  const gateway = await startRemoteGateway(
    [
      { name: 'near', urls: [service.url], timeout: { answer: 100 } },
      { name: 'away', urls: [`http://127.0.0.1:${port}`] },
    ],
    { ADMIN_PORT: '0' },
  );
  for (const path of ['near?well', 'near?well', 'near?wrong', 'near?slow', 'away']) {
    await (await gateway.get(`/api/v1/${path}`)).body?.cancel();
  }
  const caller = connect(gateway.port, '127.0.0.1');
  caller.write(`GET /api/v1/near?slow HTTP/1.1\r\nHost: x\r\nX-API-Key: ${gateway.key}\r\n\r\n`);
  await waitUntil('the call', () => asked === 5 || undefined);
  caller.destroy();

  const expected = [
    'vitalgate_service_calls_total{service="near",outcome="answered"} 2',
    'vitalgate_service_calls_total{service="near",outcome="failed"} 1',
    'vitalgate_service_calls_total{service="near",outcome="unavailable"} 0',
    'vitalgate_service_calls_total{service="near",outcome="timeout"} 1',
    'vitalgate_service_calls_total{service="near",outcome="left"} 1',
    'vitalgate_service_calls_total{service="away",outcome="unavailable"} 1',
    `vitalgate_service_instance_out{service="near",instance="127.0.0.1:${service.port}"} 0`,
    `vitalgate_service_instance_out{service="away",instance="127.0.0.1:${port}"} 1`,
    'vitalgate_part_state{part="service:near",state="ok"} 1',
    'vitalgate_part_state{part="service:away",state="degraded"} 1',
  ];
  await waitUntil('these metrics', async () => {
    const text = await (await fetch(`http://127.0.0.1:${gateway.adminPort}/metrics`)).text();
    return expected.every((sample) => text.includes(`${sample}\n`)) || undefined;
  });
  await gateway.stop();
  await service.close();
});

it('the plugins at CALCULATORS_URL are one service: all of them learn from one call', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const gateway = await startTestGateway({ CALCULATORS_URL: url, SERVICE_SECRET: TEST_SECRET });
  const ready = async () => (await fetch(`${gateway.baseUrl}/readyz`)).json();
  await expect.poll(ready).toMatchObject({ reasons: { 'service:calculators': 'unreachable' } });
  const { parts } = (await ready()) as { parts: object };
  expect(Object.keys(parts).filter((part) => part.startsWith('service:'))).toEqual(['service:calculators']);
  expect((await gateway.get(TDEE)).status).toBe(503);
  expect((await gateway.get('/api/v1')).status).toBe(200);
  await gateway.stop();
});
