import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import type { GatewayRequest } from '../../request/call/gateway-request.ts';
import { listen } from './server.ts';

const ASKS = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

it('lets a connection that has switched live until the deadline of a drain', async () => {
  const server = await listen(
    (req, res) => {
      const { switching } = req as Partial<GatewayRequest>;
      if (switching === undefined) res.end('plain');
      else switching.socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    },
    '127.0.0.1',
    0,
    { switches: () => true },
  );
  const socket = connect(server.port, '127.0.0.1');
  socket.write(ASKS);
  const [head] = (await once(socket, 'data')) as [Buffer];
  expect(head.toString()).toContain(' 101 ');
  const closed = once(socket, 'close');
  const began = performance.now();
  await server.drain(200);
  await closed;
  expect(performance.now() - began).toBeGreaterThan(150);
  expect(performance.now() - began).toBeLessThan(5_000);
});

it('answers a request for a WebSocket as any other where there is none', async () => {
  const server = await listen((req, res) => res.end(`upgrade: ${req.headers.upgrade}`), '127.0.0.1', 0);
  const socket = connect(server.port, '127.0.0.1');
  socket.write(ASKS);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('upgrade: websocket');
  socket.destroy();
  await server.drain(200);
});
