// Text typed by one person is shown to others in lists, mails, logs and terminals, where some characters do invisible
// harm.

/**
 * Characters that no single-line text needs: controls (they control terminals and split lines), line and paragraph
 * separators, the byte order mark, characters that change text direction, and unpaired surrogates. The joiners U+200C
 * and U+200D are allowed: Hindi, Persian and emoji need them.
 */
const HARMFUL = /[\p{Cc}\p{Cs}\u2028\u2029\uFEFF\u202A-\u202E\u2066-\u2069]/u;

/** Longest name that people type for an account, a user or a key, in characters. */
export const LONGEST_TYPED_NAME = 200;

/** A pattern for text without harmful characters, suitable for schemas. */
export const PLAIN_TEXT = new RegExp(`^[^${HARMFUL.source.slice(1, -1)}]*$`, 'u');

export function isPlainText(text: string): boolean {
  return !HARMFUL.test(text);
}

const EVERY_HARMFUL = new RegExp(HARMFUL, 'gu');
const HARMFUL_RUNS = new RegExp(`${HARMFUL.source}+`, 'gu');

/** Replaces each run of harmful characters by a space, giving a single line. */
export function toPlainText(text: string): string {
  return isPlainText(text) ? text : text.replace(HARMFUL_RUNS, ' ').trim();
}

/**
 * Writes harmful characters as `\u001b`, which JSON parses back.
 *
 * @param lines whether the text's own line ends stay
 */
export function escapeHarmful(text: string, lines: 'keep-lines' | 'one-line'): string {
  if (isPlainText(text)) return text;
  return text.replace(EVERY_HARMFUL, (character, at: number) => {
    if (lines === 'keep-lines' && (character === '\n' || (character === '\r' && text[at + 1] === '\n'))) {
      return character;
    }
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
