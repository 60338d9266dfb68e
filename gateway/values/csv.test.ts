import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';

it.each([
  ['plain cells', ['a', 1, ''], 'a,1,\r\n'],
  ['quotes, commas and line ends (RFC 4180, section 2)', ['a"b', 'c,d', 'e\r\nf'], '"a""b","c,d","e\r\nf"\r\n'],
  ['formulas that a spreadsheet would run', ['=1+1', '@x', '-a'], "'=1+1,'@x,'-a\r\n"],
  ['formulas with fullwidth signs and after spaces', ['＝1+1', ' =1', '\n=1'], `'＝1+1,' =1,"'\n=1"\r\n`],
  ['formulas after a semicolon, which may end a cell', ['a;=1+1', 'a; -b;c'], "a;'=1+1,a;' -b;c\r\n"],
  [
    'control and bidirectional characters, made visible',
    ['a\u001b[2J\u202e', '\r=1'],
    'a\\u001b[2J\\u202e,\\u000d=1\r\n',
  ],
  ['negative numbers as numbers', [-5], '-5\r\n'],
])('writes %s', (_name, cells, line) => {
  expect(csvLine(cells)).toBe(line);
});
