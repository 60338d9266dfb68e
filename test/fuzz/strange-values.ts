import type { Random } from './random.ts';

/** Texts that have broken programs before: invalid numbers, scripts, templates, paths, queries, names of objects. */
const STRANGE_TEXTS: readonly string[] = [
  '',
  ' ',
  '0',
  '-0',
  '-1',
  '1e2',
  '1e999',
  '0x50',
  '082',
  '.5',
  '5.',
  '+5',
  '1_000',
  '1,5',
  'NaN',
  'Infinity',
  '-Infinity',
  'null',
  'undefined',
  'true',
  '９０',
  '٣٤',
  '9007199254740993',
  '99999999999999999999999999999999',
  '0.00000000000000000000000000001',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '\u0000',
  'a\u0000b',
  '\u202egnp.exe',
  '\u2066\u2069',
  '\ufeff80',
  '\u2028',
  '\u001b[2J',
  'e\u0301',
  '👩‍👩‍👧',
  'क्षि',
  "' or 1=1 --",
  '"; drop table keys; --',
  '<script>alert(1)</script>',
  '{weight}',
  '{count, plural, one {#} other {#}}',
  "'{'",
  '#{7*7}',
  '%s%n',
  '../../etc/passwd',
  '..%2f..%2f',
  'http://169.254.169.254/',
  'file:///etc/passwd',
  '=HYPERLINK("x")',
  'male\r\nX-Injected: 1',
  '1970-01-01',
  '9999-12-31',
  '0000-00-00',
  '2026-02-30',
  '9999-12-31T23:59:59-01:00',
  '-271821-04-20T00:00:00.000Z',
  'en-US-u-ca-buddhist',
];

const STRANGE_NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  0.1,
  1e-320,
  1e21,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 53),
  Number.MAX_VALUE,
  Number.MIN_VALUE,
];

/** A text out of range, out of alphabet or out of length. */
export function strangeText(random: Random): string {
  const kind = random.next();
  if (kind < 0.8) return random.pick(STRANGE_TEXTS);
  if (kind < 0.9)
    return random.pick(['x', '9', '\u202e', 'é', '{']).repeat(random.pick([33, 65, 201, 255, 1_025, 4_000]));
  return Array.from({ length: 1 + random.below(12) }, () => String.fromCharCode(random.below(0x3000))).join('');
}

/** A JSON value of an unexpected kind. */
export function strangeValue(random: Random): unknown {
  const kind = random.next();
  if (kind < 0.45) return strangeText(random);
  if (kind < 0.7) return random.pick(STRANGE_NUMBERS);
  if (kind < 0.8) return random.pick([null, true, false]);
  if (kind < 0.9) return random.pick([[], {}, [[]], [null], { a: 1 }, [1, 'x', null]]);
  return nested(random.pick([2, 20, 60]), random.chance(0.5));
}

function nested(depth: number, inArrays: boolean): unknown {
  let value: unknown = 1;
  for (let at = 0; at < depth; at++) value = inArrays ? [value] : { a: value };
  return value;
}
