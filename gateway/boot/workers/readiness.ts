import type { PartState, Readiness } from '../../operations/health.ts';

const SEVERITY: Readonly<Record<PartState, number>> = { ok: 0, degraded: 1, down: 2 };

/**
 * Combines the readiness of several workers. Each part has the worst state of any worker, but the gateway answers calls
 * while at least one worker does.
 *
 * @param expected number of configured workers
 */
export function joinReadiness(workers: readonly Readiness[], expected: number): Readiness {
  const parts: Record<string, PartState> = { workers: 'ok' };
  const reasons: Record<string, string> = {};
  if (workers.length < expected) {
    parts.workers = workers.length === 0 ? 'down' : 'degraded';
    reasons.workers = 'missing';
  }
  for (const worker of workers) {
    for (const [name, state] of Object.entries(worker.parts)) {
      if (SEVERITY[state] <= SEVERITY[parts[name] ?? 'ok'] && name in parts) continue;
      parts[name] = state;
      const reason = worker.reasons[name];
      if (reason !== undefined) reasons[name] = reason;
    }
  }
  return { status: statusOf(workers, Object.values(parts)), parts, reasons };
}

function statusOf(workers: readonly Readiness[], parts: readonly PartState[]): Readiness['status'] {
  const answering = workers.filter(({ status }) => status === 'ok' || status === 'degraded');
  if (answering.length > 0) return parts.every((state) => state === 'ok') ? 'ok' : 'degraded';
  return workers.some(({ status }) => status === 'draining') ? 'draining' : 'down';
}
