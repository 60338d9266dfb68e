/** Characters of a name in a mail. */
const LONGEST = 80;

/** Controls, line and paragraph separators, marks of direction, and what is not seen at all but for the joiners (ZWJ, ZWNJ). */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;

/** Every dot and colon, IDNA's others included, that does not end a word. */
const JOINT = /([.:\u3002\uff0e\uff1a\uff61])(?=[^\s.])/gu;

/**
 * A name as it stands in a mail. Its text is somebody else's, the mail is ours: nothing in it becomes clickable, breaks a
 * header or turns the line around, and it is short.
 *
 * @example plainName('Win at https://evil.example') // 'Win at https: //evil. example'
 */
export function plainName(name: string): string {
  const characters = [...name.replace(UNSEEN, ' ').replace(JOINT, '$1 ').trim()];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : characters.join('');
}
