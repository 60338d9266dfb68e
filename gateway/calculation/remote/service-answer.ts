import type { IncomingMessage } from 'node:http';

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

/**
 * The reason why callers must not get an answer, judged by its head; `null` if they may get it once it is complete.
 *
 * @param mediaTypes the media types that the endpoint declares, without parameters
 */
export function unfit({ statusCode = 0, headers }: IncomingMessage, mediaTypes: readonly string[]): string | null {
  const problem = INPUT_STATUSES.has(statusCode);
  if (!problem && (statusCode < 200 || statusCode > 299)) return `status ${statusCode}`;
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? 'none';
  if (!mediaTypes.includes(type) && !(problem && type === PROBLEM)) return 'media type not declared';
  if (headers['content-encoding'] !== undefined) return 'encoded, which was not asked for';
  const length = headers['content-length'];
  // If the close of the connection marked the end of the answer, a truncated answer would look complete.
  if (length === undefined && headers['transfer-encoding'] === undefined) return 'length not given';
  if (Number(length ?? 0) > LARGEST_ANSWER) return 'too long';
  return null;
}

/** The headers of a service's answer that callers get, as alternating names and values. */
export function headersPassedOn({ headers }: IncomingMessage): string[] {
  const passed: string[] = [];
  for (const [name, lowerCase] of PASSED_ON) {
    const value = headers[lowerCase];
    if (typeof value === 'string') passed.push(name, value);
  }
  return passed;
}
