import { expect, it } from 'vitest';
import { ClientQueues } from './client-queues.ts';

it('has one queue for each client with work', () => {
  const queues = new ClientQueues();
  expect(queues.of('cl_1')).toBe(queues.of('cl_1'));
  expect(queues.of('cl_2')).not.toBe(queues.of('cl_1'));
  queues.remove('cl_1');
  expect(Array.from(queues.values(), ({ client }) => client)).toEqual(['cl_2']);
});

it('keeps every queue with work through thousands of removals', () => {
  const queues = new ClientQueues();
  const kept = Array.from({ length: 300 }, (_, at) => queues.of(`kept_${at}`));
  for (let at = 0; at < 5_000; at++) {
    queues.of(`gone_${at}`);
    queues.remove(`gone_${at}`);
  }
  expect([...queues.values()]).toEqual(kept);
  expect(kept.map(({ client }) => queues.of(client))).toEqual(kept);
  expect(queues.size).toBe(300);
});
