/** Longest part of a caller's name that an answer repeats, in UTF-16 code units. No name of ours is longer. */
export const LONGEST_NAME = 64;

/** Control characters, line separators, the byte order mark and bidirectional controls: they change what a reader sees. */
const INVISIBLE = /[\p{Cc}\u2028\u2029\ufeff\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A name that the caller made up, as an answer may repeat it: cut to {@link LONGEST_NAME}, and U+FFFD in place of every
 * character that cannot be seen.
 */
export function shownName(name: string): string {
  return name.slice(0, LONGEST_NAME).toWellFormed().replaceAll(INVISIBLE, '\ufffd');
}
