// What people type is read by others: in lists, mails, logs and terminals. There some characters do harm that nobody sees.

/**
 * Characters that no text of one line needs: controls (they steer terminals and split lines), line and paragraph
 * separators, the byte order mark, those that turn the direction of the text around them, and halves of surrogate pairs.
 * The joiners U+200C and U+200D are none of these: Hindi, Persian and emoji are written with them.
 */
const HARMFUL = /[\p{Cc}\p{Cs}\u2028\u2029\uFEFF\u202A-\u202E\u2066-\u2069]/u;

/** Longest name that people type for an account, a user or a key, in characters. */
export const LONGEST_TYPED_NAME = 200;

/** A text without harmful characters, as a pattern that schemas can show. */
export const PLAIN_TEXT = new RegExp(`^[^${HARMFUL.source.slice(1, -1)}]*$`, 'u');

export function isPlainText(text: string): boolean {
  return !HARMFUL.test(text);
}

const EVERY_HARMFUL = new RegExp(HARMFUL, 'gu');
const HARMFUL_RUNS = new RegExp(`${HARMFUL.source}+`, 'gu');

/** The text on one line, with a space in place of harmful characters. */
export function toPlainText(text: string): string {
  return isPlainText(text) ? text : text.replace(HARMFUL_RUNS, ' ').trim();
}

/**
 * The text with harmful characters written as `\u001b`, which reads the same within JSON.
 *
 * @param lines whether line ends are the text's own and stay
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
