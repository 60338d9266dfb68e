import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { EventEmitter } from 'node:events';
import { Agent, get, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { IDLE_MS } from '../../gateway/calculation/remote/connections.ts';
import { SERVER_LIMITS } from '../../plugins/sdk/server/http-server.ts';
import { startLoad } from '../support/load.ts';
import { type RemoteGateway, startRemoteGateway } from '../support/remote-gateway.ts';
import { json, startTestService, type TestService } from '../support/remote-service.ts';

let answer: (res: ServerResponse) => void;
/** Local ports of the connections to the service. */
let ports: (number | undefined)[];

let service: TestService;
let gateway: RemoteGateway;
beforeAll(async () => {
  service = await startTestService((req, res) => {
    ports.push(req.socket.remotePort);
    answer(res);
  });
  gateway = await startRemoteGateway({ urls: [service.url] });
});
afterAll(async () => {
  await gateway.stop();
  await service.close();
});

const CHANNELS = ['net.client.socket', 'net.server.socket'];

/** Calls one after the other, over one connection. */
async function calls(count: number, agent: Agent): Promise<void> {
  for (let call = 0; call < count; call++) {
    const status = await new Promise((resolve, reject) => {
      const url = `${gateway.baseUrl}/api/v1/far`;
      get(url, { agent, headers: gateway.customer.headers }, (response) => {
        response.resume().on('close', () => resolve(response.statusCode));
      }).on('error', reject);
    });
    expect(status).toBe(200);
  }
}

function listeners(emitter: EventEmitter): number {
  return emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0);
}

/** Sockets of this process from the first call on, those of the gateway and of the service included. */
function watchSockets() {
  const sockets = new Set<Socket>();
  const note = (message: unknown) => {
    if (typeof message === 'object' && message && 'socket' in message && message.socket instanceof Socket) {
      sockets.add(message.socket);
    }
  };
  for (const channel of CHANNELS) subscribe(channel, note);
  return {
    sockets,
    stop() {
      for (const channel of CHANNELS) unsubscribe(channel, note);
    },
  };
}

it('are reused, and 1,000 calls leave no listener behind on any socket', async () => {
  answer = (res) => json(res, 200, {});
  ports = [];
  const warned = vi.fn();
  process.on('warning', warned);
  const watch = watchSockets();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await calls(10, agent);
  // Later ones are not of these calls: the ports below show that the same connections serve all of them.
  const sockets = [...watch.sockets];
  const before = sockets.map(listeners);
  await calls(1_000, agent);
  expect(sockets.map(listeners)).toEqual(before);
  // At least two connections, seen from both ends.
  expect(sockets.length).toBeGreaterThanOrEqual(4);
  expect(new Set(ports).size).toBe(1);
  watch.stop();
  process.off('warning', warned);
  expect(warned).not.toHaveBeenCalled();
  agent.destroy();
});

it('are not reused if the service announces that it will close them', async () => {
  ports = [];
  answer = (res) => {
    res.setHeader('Keep-Alive', 'timeout=1');
    json(res, 200, {});
  };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await calls(3, agent);
  expect(new Set(ports).size).toBe(3);
  agent.destroy();
});

it('closed by a service without notice cost a few calls a 502, and no unit', async () => {
  const before = await gateway.charged();
  let call = 0;
  answer = (res) => {
    json(res, 200, {});
    call += 1;
    // During the next call, just before it, or just after it.
    if (call % 5 === 0) setTimeout(() => res.socket?.end(), call % 3);
  };
  const load = startLoad(
    () => `${gateway.baseUrl}/api/v1/far`,
    () => ({ ...gateway.customer.headers }),
    4,
  );
  await vi.waitFor(() => expect(load.latencies.length).toBeGreaterThan(1_000), { timeout: 10_000, interval: 5 });
  await load.stop();
  expect([...load.answered.keys()].filter((status) => ![200, 502, 503].includes(status))).toEqual([]);
  expect(load.broken()).toBe(0);
  expect((await gateway.charged()) - before).toBe(load.answered.get(200));
});

it('are closed by the gateway before its own service would close them', () => {
  expect(IDLE_MS).toBeLessThan(SERVER_LIMITS.keepAliveTimeout ?? 0);
});
