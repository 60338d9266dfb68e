const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const COLON = 58;

/**
 * Finds a member that occurs twice in one object of a JSON text. `JSON.parse` silently keeps the last one, so two
 * readers of the same text may see different values (RFC 8259, section 4). We refuse such a text.
 *
 * @param value the result of `JSON.parse`; it has fewer members than the text if one was dropped
 * @param written the result of `writtenMembers`
 * @returns the member's name, or `null`
 */
export function repeatedMember(text: string, value: unknown, written = writtenMembers(text)): string | null {
  return written === keptMembers(value) ? null : firstRepeated(text);
}

/** Number of members in a JSON text. A colon outside of strings follows each name, and occurs nowhere else. */
export function writtenMembers(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COLON) count++;
  }
  return count;
}

/** Uses its own stack: a text of 64 KB may be nested deeper than the call stack allows. */
function keptMembers(value: unknown): number {
  let count = 0;
  const open: object[] = isContainer(value) ? [value] : [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const counts = Array.isArray(next) ? 0 : 1;
    for (const member of Object.values(next)) {
      count += counts;
      if (isContainer(member)) open.push(member);
    }
  }
  return count;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function firstRepeated(text: string): string | null {
  // One entry for each open container: the names seen so far in an object, null in an array.
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case OPEN_BRACE:
        open.push(new Set());
        break;
      case OPEN_BRACKET:
        open.push(null);
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        open.pop();
        break;
      case QUOTE: {
        const end = endOfString(text, at);
        const names = open.at(-1);
        if (names && isMemberName(text, end)) {
          const name = decoded(text.slice(at + 1, end));
          if (names.has(name)) return name;
          names.add(name);
        }
        at = end;
        break;
      }
    }
  }
  return null;
}

/** Decodes escapes: two spellings of one name are the same member. */
function decoded(written: string): string {
  return written.includes('\\') ? String(JSON.parse(`"${written}"`)) : written;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/** A string is a member's name, not a value, if a colon follows it. */
function isMemberName(text: string, end: number): boolean {
  let at = end + 1;
  while (at < text.length && text.charCodeAt(at) <= 32) at++;
  return text.charCodeAt(at) === COLON;
}
