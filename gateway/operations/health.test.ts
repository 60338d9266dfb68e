import { expect, it } from 'vitest';
import { createHealth, degradedIf, type PartHealth, statusOf } from './health.ts';

function healthOf(parts: Record<string, PartHealth>) {
  return createHealth(Object.entries(parts).map(([name, health]) => ({ name, health: () => health })));
}

it('names the parts that are not well, and why; while calls are answered it is ready', () => {
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

it('is not ready with a part that is down, whatever the others are', () => {
  const { readiness } = healthOf({
    records: degradedIf(true, 'unreachable'),
    counters: { state: 'down', reason: 'failing' },
  });
  expect(readiness()).toMatchObject({ status: 'down', reasons: { records: 'unreachable', counters: 'failing' } });
  expect(statusOf(readiness())).toBe(503);
});

it('is not ready while it drains, and still tells about its parts', () => {
  const health = healthOf({ counters: { state: 'ok' } });
  health.startDraining();
  expect(health.readiness()).toEqual({ status: 'draining', parts: { counters: 'ok' }, reasons: {} });
  expect(statusOf(health.readiness())).toBe(503);
});
