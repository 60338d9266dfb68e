import { isUtf8 } from 'node:buffer';

/** Maximum size of a service's answer, in bytes. The gateway holds the answer in memory until it is complete. */
export const LARGEST_ANSWER = 1_048_576;

/** The error statuses that a service may send to callers. Any other status outside 2xx is a failure of the service. */
const INPUT_STATUSES = new Set([400, 404, 405, 413, 415, 422]);

/** Media type of a problem (RFC 9457). */
const PROBLEM = 'application/problem+json';

/** Headers of a service's answer that the gateway passes on to callers. */
const PASSED_ON = ['Content-Type', 'Content-Language', 'Vary', 'Allow', 'Deprecation', 'Sunset', 'Link'].map(
  (name) => [name, name.toLowerCase()] as const,
);

/** A value of the `Content-Type` header that means JSON. */
export const JSON_TYPE = /^application\/(.+\+)?json\s*(;|$)/i;

/** A value of the `Content-Type` header that means text in UTF-8: text in any other charset says so. */
const UTF8_TEXT = /^text\/(?!.*;\s*charset\s*=\s*"?(?!utf-8))/i;

/** The status and headers of a service's answer, with names in lower case. A repeated header has several values. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/**
 * The reason why callers must not get an answer, judged by its head; `null` if they may get it once it is complete.
 *
 * @param mediaTypes the media types that the endpoint declares, without parameters
 */
export function unfit({ status, headers }: AnswerHead, mediaTypes: readonly string[]): string | null {
  const problem = INPUT_STATUSES.has(status);
  if (!problem && (status < 200 || status > 299)) return `status ${status}`;
  const type = mediaType(headers['content-type']);
  if (!mediaTypes.includes(type) && !(problem && type === PROBLEM)) return 'media type not declared';
  if (headers['content-encoding'] !== undefined) return 'encoded, which was not asked for';
  const length = headers['content-length'];
  // If the close of the connection marked the end of the answer, a truncated answer would look complete.
  if (length === undefined && !isChunked(headers['transfer-encoding'])) return 'length not given';
  if (Number(length ?? 0) > LARGEST_ANSWER) return 'too long';
  return null;
}

/**
 * The reason why callers must not get a complete answer, judged by its body; `null` if they may get it. JSON must be
 * one object or array in UTF-8, because a number cut short still looks like a number. Text must be in UTF-8 unless it
 * declares another charset. A compressed body without `Content-Encoding` is neither.
 */
export function unreadable({ headers }: AnswerHead, body: Buffer): string | null {
  if (body.length === 0) return 'empty';
  const type = String(headers['content-type']);
  const json = JSON_TYPE.test(type);
  if (!json && !UTF8_TEXT.test(type)) return null;
  if (!isUtf8(body)) return 'not in UTF-8';
  const text = body.toString('utf8');
  if (json) return isJson(text) ? null : 'not a JSON object or array';
  return text.trim() === '' ? 'empty' : null;
}

/** The headers of a service's answer that callers get, as alternating names and values. */
export function headersPassedOn({ headers }: AnswerHead): string[] {
  const passed: string[] = [];
  for (const [name, lowerCase] of PASSED_ON) {
    const value = headers[lowerCase];
    if (value !== undefined) passed.push(name, typeof value === 'string' ? value : value.join(', '));
  }
  return passed;
}

/** The media type of a `Content-Type` header, without parameters. */
function mediaType(value: string | readonly string[] | undefined): string {
  return typeof value === 'string' ? (value.split(';', 1)[0] ?? '').trim().toLowerCase() : 'none';
}

/** Whether the last transfer coding is `chunked`, so that the end of the answer is marked (RFC 9112, section 6.3). */
function isChunked(value: string | readonly string[] | undefined): boolean {
  return value !== undefined && /(^|,)\s*chunked\s*$/i.test(String(value));
}

function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
