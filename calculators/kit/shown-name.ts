/** Longest unknown name echoed back, in UTF-16 code units. No name of ours is longer. */
export const LONGEST_NAME = 64;

/** Control characters, line separators, the byte order mark and bidirectional controls can mislead a reader. */
const INVISIBLE = /[\p{Cc}\u2028\u2029\ufeff\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A caller's unknown name, safe to echo back: cut to {@link LONGEST_NAME}, with U+FFFD in place of every invisible
 * character.
 */
export function shownName(name: string): string {
  return name.slice(0, LONGEST_NAME).toWellFormed().replaceAll(INVISIBLE, '\ufffd');
}
