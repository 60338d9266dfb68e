/** More parameters than any calculator has. A query with more is refused as malformed. */
const MOST_PARAMETERS = 100;

/**
 * Reads a query string (`application/x-www-form-urlencoded`, WHATWG URL, section 5.1) strictly: invalid percent-encoded
 * UTF-8 is refused, not replaced.
 *
 * @param text the part after the question mark
 * @returns name and value in turn, decoded, in order, with repetitions; `null` if the text is malformed
 */
export function readQuery(text: string): string[] | null {
  const pairs: string[] = [];
  if (text === '') return pairs;
  const encoded = text.includes('%') || text.includes('+');
  let start = 0;
  while (start <= text.length) {
    let end = text.indexOf('&', start);
    if (end === -1) end = text.length;
    if (end > start) {
      if (pairs.length >= 2 * MOST_PARAMETERS) return null;
      let equals = text.indexOf('=', start);
      if (equals === -1 || equals > end) equals = end;
      const name = text.slice(start, equals);
      const value = text.slice(equals + 1, Math.max(end, equals + 1));
      if (encoded) {
        const decodedName = decode(name);
        const decodedValue = decode(value);
        if (decodedName === null || decodedValue === null) return null;
        pairs.push(decodedName, decodedValue);
      } else {
        pairs.push(name, value);
      }
    }
    start = end + 1;
  }
  return pairs;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
