/** Longest key, in characters. */
export const LONGEST_KEY = 255;

/** A string of RFC 9651 (section 3.3.3), without parameters, of which the draft defines none. */
const STRING = /^ *"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])+)" *$/;

/** What many clients send instead: the key alone, such as a UUID (a token of RFC 9110 with `:` and `/`). */
const BARE = /^[!#$%&'*+.^_`|~0-9A-Za-z:/-]+$/;

/**
 * Reads the value of `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): a string in double quotes. A key
 * without quotes is read as the same key.
 *
 * @returns the key; `null` if the value is malformed, empty or too long
 * @example readIdempotencyKey('"8e03978e-40d5"') === '8e03978e-40d5'
 */
export function readIdempotencyKey(value: string): string | null {
  const key = BARE.test(value) ? value : STRING.exec(value)?.[1]?.replace(/\\(.)/g, '$1');
  return key === undefined || key.length > LONGEST_KEY ? null : key;
}
