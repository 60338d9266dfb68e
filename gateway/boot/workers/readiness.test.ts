import { expect, it } from 'vitest';
import type { Readiness } from '../../operations/health.ts';
import { joinReadiness } from './readiness.ts';

const OK: Readiness = { status: 'ok', parts: { records: 'ok', counters: 'ok' }, reasons: {} };
const DEGRADED: Readiness = {
  status: 'degraded',
  parts: { records: 'ok', counters: 'degraded' },
  reasons: { counters: 'fallback' },
};
const DOWN: Readiness = {
  status: 'down',
  parts: { records: 'degraded', counters: 'down' },
  reasons: { records: 'unreachable', counters: 'failing' },
};
const DRAINING: Readiness = { ...OK, status: 'draining' };

it('is ok when all workers are present and ok', () => {
  expect(joinReadiness([OK, OK], 2)).toEqual({ ...OK, parts: { workers: 'ok', ...OK.parts } });
});

it('reports the worst state of each part, and answers calls while one worker does', () => {
  const joined = {
    status: 'degraded',
    parts: { workers: 'ok', records: 'degraded', counters: 'down' },
    reasons: DOWN.reasons,
  };
  expect(joinReadiness([DEGRADED, DOWN, OK], 3)).toEqual(joined);
  expect(joinReadiness([DOWN, OK, DEGRADED], 3)).toEqual(joined);
});

it('is degraded when a worker is missing, and down when all are missing', () => {
  expect(joinReadiness([OK], 2)).toEqual({
    status: 'degraded',
    parts: { workers: 'degraded', ...OK.parts },
    reasons: { workers: 'missing' },
  });
  expect(joinReadiness([], 2)).toEqual({ status: 'down', parts: { workers: 'down' }, reasons: { workers: 'missing' } });
});

it('is down or draining when no worker answers calls', () => {
  expect(joinReadiness([DOWN, DOWN], 2).status).toBe('down');
  expect(joinReadiness([DRAINING, DRAINING], 2).status).toBe('draining');
  expect(joinReadiness([DRAINING, OK], 2).status).toBe('ok');
});
