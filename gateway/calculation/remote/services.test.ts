import { createServer, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { logTo } from '../../operations/logger.ts';
import type { ServiceEnd } from '../../request/routes/forwarding.ts';
import { RemoteCall } from './remote-call.ts';
import { Services } from './services.ts';

const servers: Server[] = [];
let services: Services;
let lines: { readonly level: number; readonly msg: string }[] = [];
afterEach(() => {
  services.close();
  for (const server of servers.splice(0)) server.closeAllConnections();
  lines = [];
});

/** An instance that answers 500 to everything, its health too, while it is `sick`. */
async function instance() {
  const state = { url: '', sick: false, calls: 0 };
  const server = createServer((req, res) => {
    if (req.url !== '/healthz') state.calls += 1;
    res.writeHead(state.sick ? 500 : 200, { 'Content-Type': 'application/json' }).end('{}');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  state.url = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
  return state;
}

function open(urls: readonly string[]) {
  const text = { write: (line: string) => void lines.push(JSON.parse(line)), flush: () => {}, close: async () => {} };
  services = new Services(logTo(text, 'info'));
  const service = services.at('far', {
    urls,
    health: '/healthz',
    timeout: { connect: 500, answer: 5_000 },
    limits: { calculator: 64, instance: 256, waiting: 64 },
  });
  const call = (calculator: string) =>
    new Promise<ServiceEnd>((resolve) => {
      const identity = { client: 'c', requestId: 'r', language: 'en', authenticated: true } as const;
      const mediaTypes = ['application/json'];
      const request = { calculator, method: 'GET', path: '/x', identity, headers: [], body: null, mediaTypes };
      new RemoteCall(service, request, resolve).start();
    });
  return { service, call };
}

it('an instance that answers 500 to everything leaves after five calls, with one log line however many calls come', async () => {
  const [bad, good] = [await instance(), await instance()];
  const { service, call } = open([bad.url, good.url]);
  await waitUntil('the first probes', async () => {
    await Promise.all([call('a'), call('b')]);
    return (bad.calls > 0 && good.calls > 0) || undefined;
  });
  bad.sick = true;
  const before = bad.calls;
  // Alternating between the instances: ten calls are five failures.
  for (let at = 0; at < 10; at++) await call('a');
  expect(bad.calls - before).toBe(5);
  const [out] = service.instances;
  await waitUntil('the instance to leave', () => out?.breaker.open || undefined);
  const ends = await Promise.all(Array.from({ length: 240 }, (_, at) => call(`calculator-${at % 12}`)));
  expect(ends.filter((end) => 'answer' in end)).toHaveLength(240);
  expect(bad.calls - before).toBe(5);
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [40, 'calculator of a service out of use'],
    [40, 'service instance out of use'],
  ]);
});
