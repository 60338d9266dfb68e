import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startBlackHole } from './black-hole.ts';
import { waitUntil } from './wait-until.ts';

it('accepts, reads and never answers, and cuts its connections when it closes', async () => {
  const hole = await startBlackHole();
  const socket = connect(hole.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('PING\r\n');
  await waitUntil('the bytes', () => (hole.swallowed() === 6 ? true : undefined));
  const answer = await Promise.race([once(socket, 'data'), once(socket, 'close'), sleep(50, 'silence')]);
  expect(answer).toBe('silence');
  expect(hole.connections()).toBe(1);

  const cut = once(socket, 'close');
  await hole.close();
  await cut;
});
