/** Longest key, in characters. */
export const LONGEST_KEY = 255;

/** A string of RFC 9651 (section 3.3.3), without parameters, of which the draft defines none. */
const STRING = /^ *"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])+)" *$/;

/**
 * Reads the value of `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): a string in double quotes.
 *
 * @returns the key; `null` if the value is malformed, empty or too long
 * @example readIdempotencyKey('"8e03978e-40d5"') === '8e03978e-40d5'
 */
export function readIdempotencyKey(value: string): string | null {
  const key = STRING.exec(value)?.[1]?.replace(/\\(.)/g, '$1');
  return key === undefined || key.length > LONGEST_KEY ? null : key;
}
