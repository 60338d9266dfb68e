import type { IncomingMessage } from 'node:http';

/** A longer answer than this is none of a calculator; it is held in memory until its end is known, in bytes. */
export const LARGEST_ANSWER = 1_048_576;

/** Statuses beyond 2xx that a service may answer with; any other is a failure of the service. */
const INPUT_STATUSES = new Set([400, 404, 405, 413, 415, 422]);

/** Of an answer that says what is wrong with a request (RFC 9457). */
const PROBLEM = 'application/problem+json';

/** Headers of a service's answer that callers get to see, as they are written. */
const PASSED_ON = ['Content-Type', 'Content-Language', 'Vary', 'Allow', 'Deprecation', 'Sunset', 'Link'].map(
  (name) => [name, name.toLowerCase()] as const,
);

/**
 * What is wrong with an answer, as far as its head tells; `null` for one that may go to the caller once it is complete.
 *
 * @param mediaTypes what the endpoint declares to answer, without parameters
 */
export function unfit({ statusCode = 0, headers }: IncomingMessage, mediaTypes: readonly string[]): string | null {
  const problem = INPUT_STATUSES.has(statusCode);
  if (!problem && (statusCode < 200 || statusCode > 299)) return `status ${statusCode}`;
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? 'none';
  if (!mediaTypes.includes(type) && !(problem && type === PROBLEM)) return 'media type not declared';
  if (headers['content-encoding'] !== undefined) return 'encoded, which was not asked for';
  const length = headers['content-length'];
  // Where the end of the connection is the end of the answer, one that was cut off would look complete.
  if (length === undefined && headers['transfer-encoding'] === undefined) return 'length not given';
  if (Number(length ?? 0) > LARGEST_ANSWER) return 'too long';
  return null;
}

/** The headers of a service's answer that travel on, name and value in turn. */
export function headersPassedOn({ headers }: IncomingMessage): string[] {
  const passed: string[] = [];
  for (const [name, lowerCase] of PASSED_ON) {
    const value = headers[lowerCase];
    if (typeof value === 'string') passed.push(name, value);
  }
  return passed;
}
