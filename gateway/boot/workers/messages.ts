import type { Readiness } from '../../operations/health.ts';
import type { Leaving } from '../process/serve.ts';

// Other code also sends messages between primary and workers; this mark identifies ours.

/**
 * The variable by which the primary tells a new worker the sources of plugins without which it must not start, as JSON:
 * those of the worker that it replaces.
 */
export const REQUIRED = 'VITALGATE_REQUIRED_PLUGINS';

/** The primary asks a worker to finish its calls and exit. */
export interface StopRequest {
  readonly vitalgate: 'stop';
  readonly leaving: Leaving;
}

/** A worker reports that it answers calls. */
export interface Ready {
  readonly vitalgate: 'ready';
  readonly port: number;
  readonly baseUrl: string;
  /** The sources of its plugins. */
  readonly sources: readonly string[];
}

/** A worker's periodic report of its readiness. */
export interface ReadinessReport {
  readonly vitalgate: 'readiness';
  readonly readiness: Readiness;
}

export function isStopRequest(message: unknown): message is StopRequest {
  return marked(message) && message.vitalgate === 'stop';
}

export function isReady(message: unknown): message is Ready {
  return marked(message) && message.vitalgate === 'ready';
}

export function isReadinessReport(message: unknown): message is ReadinessReport {
  return marked(message) && message.vitalgate === 'readiness';
}

function marked(message: unknown): message is { readonly vitalgate: unknown } {
  return typeof message === 'object' && message !== null && 'vitalgate' in message;
}
