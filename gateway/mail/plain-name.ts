/** Maximum length of a name in a mail, in characters. */
const LONGEST = 80;

/**
 * Control characters, line and paragraph separators, direction marks and invisible characters, except the joiners (ZWJ,
 * ZWNJ).
 */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;

/** Every dot and colon, including IDNA's variants, that does not end a word. */
const JOINT = /([.:\u3002\uff0e\uff1a\uff61])(?=[^\s.])/gu;

/**
 * Makes a name safe for a mail. Its text comes from another person, while the mail comes from us: the result has no
 * clickable link, cannot break a header or reverse the line, and is short.
 *
 * @example plainName('Win at https://evil.example') // 'Win at https: //evil. example'
 */
export function plainName(name: string): string {
  const characters = [...name.replace(INVISIBLE, ' ').replace(JOINT, '$1 ').trim()];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : characters.join('');
}
