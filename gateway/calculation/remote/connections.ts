import { createRequire } from 'node:module';
import type { Pool } from 'undici';
import { LARGEST_ANSWER } from './service-answer.ts';

/**
 * How long an idle connection is kept, in milliseconds. A service must keep it longer, because a call must not be sent
 * on a connection that the service is closing; Node and most other servers keep it for five seconds or more. A service
 * that sends `Keep-Alive: timeout=<s>` can shorten the time.
 */
export const IDLE_MS = 4_000;

export interface ConnectionOptions {
  /** Maximum number of connections. */
  readonly most: number;
  /** Time limit for making a connection, in milliseconds, including name look-up and TLS. */
  readonly connectMs: number;
}

const require = createRequire(import.meta.url);

/**
 * Opens a pool of connections to an instance. The first pool loads undici: an installation without services starts
 * faster and 30 MB smaller without it.
 */
export function connectionsTo({ origin }: URL, { most, connectMs }: ConnectionOptions): Pool {
  const undici = require('undici') as typeof import('undici');
  return new undici.Pool(origin, {
    connections: most,
    pipelining: 1,
    connectTimeout: connectMs,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    maxResponseSize: LARGEST_ANSWER,
    allowH2: false,
    // The call has a timer of its own, which covers the whole answer.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}
