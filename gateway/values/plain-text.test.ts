import { describe, expect, it } from 'vitest';
import { escapeHarmful, isPlainText, toPlainText } from './plain-text.ts';

const harmful = [0x00, 0x07, 0x09, 0x0a, 0x0d, 0x1b, 0x7f, 0x80, 0x9b, 0x9f, 0x2028, 0x2029, 0xfeff, 0xd800, 0xdfff]
  .concat([0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069])
  .map((code) => String.fromCharCode(code));

describe('plain text', () => {
  it.each(harmful.map((character) => [character.charCodeAt(0).toString(16), character]))(
    'contains no U+%s',
    (_, bad) => {
      expect([bad, `a${bad}`, `${bad}a`, `a${bad}b`].filter(isPlainText)).toEqual([]);
      expect(toPlainText(`a${bad}${bad}b`)).toBe('a b');
    },
  );

  it.each(['', 'Zoë O’Hara', 'क्\u200dष', 'می\u200cخواهم', '👩\u200d👩\u200d👧', 'a\u00a0b', '\u200fא'])(
    'can be "%s"',
    (text) => {
      expect(isPlainText(text)).toBe(true);
      expect(toPlainText(text)).toBe(text);
      expect(escapeHarmful(text, 'one-line')).toBe(text);
    },
  );
});

describe('escaped text', () => {
  it('shows harmful characters, and parses back as JSON', () => {
    const text = 'a\u001b[2J\u009b\u2028\u202eb';
    const escaped = escapeHarmful(text, 'one-line');
    expect(escaped).toBe('a\\u001b[2J\\u009b\\u2028\\u202eb');
    expect(JSON.parse(`"${escaped}"`)).toBe(text);
  });

  it('keeps its line ends, but no lone carriage return, which would overwrite a line', () => {
    expect(escapeHarmful('a\nb\r\nc\rd', 'keep-lines')).toBe('a\nb\r\nc\\u000dd');
    expect(escapeHarmful('a\nb', 'one-line')).toBe('a\\u000ab');
  });
});
