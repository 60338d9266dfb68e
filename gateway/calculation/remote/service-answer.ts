import type { IncomingMessage } from 'node:http';

/** Longest answer of a service, in bytes. The gateway holds the answer in memory until it is complete. */
export const LARGEST_ANSWER = 1_048_576;

/** Statuses beyond 2xx that a service may answer with; any other is a failure of the service. */
const INPUT_STATUSES = new Set([400, 404, 405, 413, 415, 422]);

/** Media type of an answer that tells what is wrong with a request (RFC 9457). */
const PROBLEM = 'application/problem+json';

/** Headers of a service's answer that callers get. */
const PASSED_ON = ['Content-Type', 'Content-Language', 'Vary', 'Allow', 'Deprecation', 'Sunset', 'Link'].map(
  (name) => [name, name.toLowerCase()] as const,
);

/**
 * What the head of an answer shows to be wrong with it; `null` if the answer may go to the caller once it is complete.
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
  // If the end of the connection ended the answer, an answer that broke off would look complete.
  if (length === undefined && headers['transfer-encoding'] === undefined) return 'length not given';
  if (Number(length ?? 0) > LARGEST_ANSWER) return 'too long';
  return null;
}

/** The headers of a service's answer that callers get, name and value in turn. */
export function headersPassedOn({ headers }: IncomingMessage): string[] {
  const passed: string[] = [];
  for (const [name, lowerCase] of PASSED_ON) {
    const value = headers[lowerCase];
    if (typeof value === 'string') passed.push(name, value);
  }
  return passed;
}
