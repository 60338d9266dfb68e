import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ServiceEnd } from '../../request/routes/forwarding.ts';
import { RemoteCall } from './remote-call.ts';
import { RemoteService } from './remote-service.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const identity = { client: 'c', requestId: 'r', language: 'en', authenticated: true } as const;

function service() {
  const opened: (string | null)[] = [];
  const one = new RemoteService({
    kind: 'service',
    name: 'far',
    urls: [new URL('http://127.0.0.1:1')],
    limits: { calculator: 1, instance: 1, waiting: 1 },
    connectMs: 1,
    answerMs: 1,
    instanceChanged: () => undefined,
    circuitChanged: (_circuit, reason) => opened.push(reason),
  });
  const ends: ServiceEnd[] = [];
  const call = () => {
    const request = { calculator: 'bmi', method: 'GET', path: '/', identity, headers: [], body: null, mediaTypes: [] };
    const made = new RemoteCall(one, request, (end) => ends.push(end));
    made.start();
    return made;
  };
  return { opened, ends, call, circuit: one.bulkhead('bmi').circuits[0] };
}

it('waits a second for other calls of its calculator, which is our own limit and no failure of the service', () => {
  const { circuit, call, ends, opened } = service();
  circuit?.start();
  for (let time = 1; time <= 6; time++) {
    call();
    vi.advanceTimersByTime(999);
    expect(ends).toHaveLength(time - 1);
    vi.advanceTimersByTime(1);
    expect(ends.at(-1)).toMatchObject({ problem: 'service-unavailable', detail: 'detail_busy', instance: null });
  }
  expect([ends.length, opened]).toEqual([6, []]);
});

it('is refused at once if as many calls wait as may, until one of them leaves', () => {
  const { circuit, call, ends } = service();
  circuit?.start();
  const waiting = call();
  call();
  expect(ends).toMatchObject([{ detail: 'detail_busy' }]);
  waiting.cancel();
  call();
  expect(ends).toHaveLength(1);
});

it('is told when the next trial of its calculator is due, in whole seconds', () => {
  const { circuit, call, ends } = service();
  for (let failures = 0; failures < 5; failures++) circuit?.end('failed', circuit.start(), performance.now());
  vi.advanceTimersByTime(100);
  call();
  expect(ends).toMatchObject([{ problem: 'service-unavailable', detail: 'detail_failing', retryAfter: 1 }]);
});
