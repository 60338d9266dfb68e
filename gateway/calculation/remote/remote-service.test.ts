import { expect, it } from 'vitest';
import { RemoteService } from './remote-service.ts';

it('shows a calculator as failing until a minute after its trial was due, and an instance first', () => {
  const service = new RemoteService({
    kind: 'service',
    name: 'far',
    urls: [new URL('http://127.0.0.1:1'), new URL('http://127.0.0.1:2')],
    limits: { calculator: 1, instance: 1, waiting: 1 },
    connectMs: 1,
    answerMs: 1,
    instanceChanged: () => undefined,
    circuitChanged: () => undefined,
  });
  expect(service.health(0)).toEqual({ state: 'ok' });
  const [circuit] = service.bulkhead('bmi').circuits;
  for (let calls = 0; calls < 5; calls++) circuit?.end('failed', circuit.start(), 0);
  // The trial is due after a second.
  expect(service.health(60_999)).toEqual({ state: 'degraded', reason: 'calculators-failing' });
  expect(service.health(61_000)).toEqual({ state: 'ok' });
  service.instances[1]?.breaker.found(false);
  expect(service.health(0)).toEqual({ state: 'degraded', reason: 'partly-unreachable' });
  service.instances[0]?.breaker.found(false);
  expect(service.health(0)).toEqual({ state: 'degraded', reason: 'unreachable' });
});
