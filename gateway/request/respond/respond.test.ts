import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { CallMeter } from '../../operations/call-meter.ts';
import type { GatewayRequest } from '../call/gateway-request.ts';
import { createResponder } from './respond.ts';

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

const CALL = {
  id: 'a-1',
  queryKeys: [],
  decision: null,
  route: null,
  pageOrigin: null,
  policyHeaders: null,
  secure: false,
  headers: {},
};

it('stops reading the parts of a stream when the caller leaves during the first part', async () => {
  const statuses: number[] = [];
  const responder = createResponder({
    baseUrl: 'http://127.0.0.1',
    log: ({ status }) => void statuses.push(status),
    meter: new CallMeter(),
    draining: () => false,
    template: () => null,
    page: () => ({ headers: [], body: Buffer.of() }),
  });
  let ended = false;
  async function* parts(): AsyncGenerator<string> {
    try {
      // More than the kernel buffers for a caller who does not read.
      yield 'x'.repeat(32 * 1024 * 1024);
      yield 'never read';
    } finally {
      ended = true;
    }
  }
  server = createServer((req, res) => {
    const call = Object.assign(req, { call: { ...CALL, method: 'GET', path: '/x', startedAt: 0, principal: null } });
    void responder.stream(call as unknown as GatewayRequest, res, [], parts());
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const caller = connect((server.address() as AddressInfo).port, '127.0.0.1');
  caller.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  caller.once('data', () => caller.destroy());
  await waitUntil('the end of the reading', () => (ended ? true : undefined));
  await waitUntil('the line of the call', () => (statuses.length > 0 ? true : undefined));
  expect(statuses).toEqual([499]);
});
