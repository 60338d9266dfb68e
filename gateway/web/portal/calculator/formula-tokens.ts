export interface Token {
  readonly kind: 'number' | 'name' | 'unit' | 'superscript' | 'sign';
  readonly text: string;
}

const PATTERNS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['number', /^\d+(?:[.,]\d+)?/],
  // Several words are one quantity: `fat-free mass`. A short hyphen inside a word belongs to it.
  ['name', /^[\p{L}_][\p{L}\d_₀-₉]*(?:[ -](?=\p{L})[\p{L}_][\p{L}\d_₀-₉]*)*/u],
  ['unit', /^[%‰]/],
  ['superscript', /^[⁰¹²³⁴⁵⁶⁷⁸⁹]+/],
  ['sign', /^[=≈≤≥<>+−±·×*/^()√-]/],
];

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** The tokens of a formula; `null` if it has any other character. Square brackets hold a unit. */
export function tokensOf(formula: string): Token[] | null {
  const tokens: Token[] = [];
  let rest = formula.trim();
  while (rest !== '') {
    const unit = /^\[([^[\]]+)\]/.exec(rest);
    const found = unit ? { kind: 'unit' as const, text: unit[1] ?? '', length: unit[0].length } : nextOf(rest);
    if (found === null) return null;
    tokens.push({ kind: found.kind, text: found.kind === 'superscript' ? digitsOf(found.text) : found.text });
    rest = rest.slice(found.length).trimStart();
  }
  return tokens;
}

function nextOf(rest: string): (Token & { length: number }) | null {
  for (const [kind, pattern] of PATTERNS) {
    const [text] = pattern.exec(rest) ?? [];
    if (text !== undefined) return { kind, text, length: text.length };
  }
  return null;
}

const digitsOf = (text: string) => [...text].map((letter) => SUPERSCRIPTS.indexOf(letter)).join('');
