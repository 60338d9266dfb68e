import { escapeHarmful } from '../values/plain-text.ts';
import type { GatewayLog } from './logger.ts';

/** What is logged of a call: who, where, how it went. Never a query, a header's value or a body. */
export interface CallRecord {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Milliseconds from the first header to the answer. */
  readonly ms: number;
  readonly client: string | undefined;
  readonly key: string | undefined;
  /** `traceparent` of the caller (W3C Trace Context). */
  readonly trace: string | undefined;
}

export type CallLog = (record: CallRecord) => void;

/** Levels as pino numbers them. */
const INFO = 30;
const ERROR = 50;

/**
 * A line for every call at level `info`, for failures of ours at `error`, in the form of the other log lines. Written
 * by hand: on the hot path the general serializer would cost more than the calculation.
 */
export function callLog({ logger, write }: GatewayLog, clock: () => number): CallLog {
  const least = logger.levelVal;
  return ({ id, method, path, status, ms, client, key, trace }) => {
    const level = status >= 500 ? ERROR : INFO;
    if (level < least) return;
    const who = client === undefined ? '' : `,"client":"${client}","key":"${key}"`;
    const traced = trace === undefined || !TRACEPARENT.test(trace) ? '' : `,"trace":"${trace}"`;
    write(
      `{"level":${level},"time":${clock()},"id":"${id}","method":"${method}","path":${JSON.stringify(path)},` +
        `"status":${status},"ms":${ms}${who}${traced},"msg":"call"}\n`,
    );
  };
}

/** W3C Trace Context, section 3.2: anything else is not ours to write into a log, or to send on. */
export const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

const KEY_LIKE = /vg_[a-z]+_[0-9A-Za-z]*/g;
const LONGEST_PATH = 256;

/** The path of a call that found no route: somebody may have put a key into it. */
export function pathForLog(path: string): string {
  return escapeHarmful(path.slice(0, LONGEST_PATH), 'one-line').replace(KEY_LIKE, 'vg_***');
}
