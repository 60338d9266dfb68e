import { expect, it } from 'vitest';
import { createHealth, degradedIf, type PartHealth, statusOf } from './health.ts';

function healthOf(parts: Record<string, PartHealth>) {
  return createHealth(Object.entries(parts).map(([name, health]) => ({ name, health: () => health })));
}

it('names unhealthy parts and the reasons; it is ready while calls are answered', () => {
  const { readiness } = healthOf({
    records: degradedIf(true, 'unreachable'),
    counters: { state: 'ok' },
    feed: degradedIf(false, 'behind'),
  });
  expect(readiness()).toEqual({
    status: 'degraded',
    parts: { records: 'degraded', counters: 'ok', feed: 'ok' },
    reasons: { records: 'unreachable' },
  });
  expect(statusOf(readiness())).toBe(200);
});

it('is not ready if any part is down', () => {
  const { readiness } = healthOf({
    records: degradedIf(true, 'unreachable'),
    counters: { state: 'down', reason: 'failing' },
  });
  expect(readiness()).toMatchObject({ status: 'down', reasons: { records: 'unreachable', counters: 'failing' } });
  expect(statusOf(readiness())).toBe(503);
});

it('is not ready while draining, and still reports its parts', () => {
  const health = healthOf({ counters: { state: 'ok' } });
  health.startDraining();
  expect(health.readiness()).toEqual({ status: 'draining', parts: { counters: 'ok' }, reasons: {} });
  expect(statusOf(health.readiness())).toBe(503);
});
