import type { Readiness } from '../../operations/health.ts';
import type { Leaving } from '../process/serve.ts';

// Others send messages between primary and workers as well; ours are told apart by their mark.

/** The primary asks a worker to finish what it does and to end. */
export interface StopRequest {
  readonly vitalgate: 'stop';
  readonly leaving: Leaving;
}

/** A worker says that it answers calls. */
export interface Ready {
  readonly vitalgate: 'ready';
  readonly port: number;
  readonly baseUrl: string;
}

/** What a worker says of its readiness, again and again. */
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
