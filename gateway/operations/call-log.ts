import { escapeHarmful } from '../values/plain-text.ts';
import type { GatewayLog } from './logger.ts';

/** The logged facts of a call: client, path, outcome. Never a query, a header value or a body. */
export interface CallRecord {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** When the request's headers had arrived, in milliseconds since 1970. The line says how long the answer took. */
  readonly startedAt: number;
  readonly client: string | undefined;
  readonly key: string | undefined;
  /** The caller's `traceparent` (W3C Trace Context). */
  readonly trace: string | undefined;
  /** Set if a service failed to answer the call, or one calculation of it. */
  readonly failure: ServiceFailure | null;
}

/** Why a service gave no answer. Every field is safe to log. */
export interface ServiceFailure {
  readonly service: string;
  /** The last instance that was called; `null` if no instance was called. */
  readonly instance: string | null;
  readonly reason: string;
}

export type CallLog = (record: CallRecord) => void;

/** Level numbers of pino. */
const INFO = 30;
const ERROR = 50;

/**
 * Logs every call at level `info`, our own failures at `error`, in the format of the other log lines. An outage of a
 * service has lines of its own, so the calls that it fails are at `info`. Formatted by hand: on the hot path the
 * general serializer would cost more than the calculation.
 */
export function callLog({ logger, write }: GatewayLog, clock: () => number): CallLog {
  const least = logger.levelVal;
  return ({ id, method, path, status, startedAt, client, key, trace, failure }) => {
    const level = status >= 500 && failure === null ? ERROR : INFO;
    if (level < least) return;
    const now = clock();
    const who = client === undefined ? '' : `,"client":"${client}","key":"${key}"`;
    const traced = trace === undefined || !TRACEPARENT.test(trace) ? '' : `,"trace":"${trace}"`;
    const why = failure === null ? '' : `,${JSON.stringify(failure).slice(1, -1)}`;
    write(
      `{"level":${level},"time":${now},"id":"${id}","method":"${method}","path":${JSON.stringify(path)},` +
        `"status":${status},"ms":${now - startedAt}${who}${traced}${why},"msg":"call"}\n`,
    );
  };
}

/** A valid `traceparent` (W3C Trace Context, section 3.2). Nothing else is logged or forwarded. */
export const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

const KEY_LIKE = /vg_[a-z]+_[0-9A-Za-z]*/g;
const LONGEST_PATH = 256;

/** Sanitizes the path of a call without a route, because it may contain a key. */
export function pathForLog(path: string): string {
  return escapeHarmful(path.slice(0, LONGEST_PATH), 'one-line').replace(KEY_LIKE, 'vg_***');
}
