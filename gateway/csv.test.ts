import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';

it.each([
  ['plain cells', ['a', 1, ''], 'a,1,\r\n'],
  ['quotes, commas and line ends (RFC 4180, section 2)', ['a"b', 'c,d', 'e\r\nf'], '"a""b","c,d","e\r\nf"\r\n'],
  ['what a spreadsheet would run', ['=1+1', '@x', '-a'], "'=1+1,'@x,'-a\r\n"],
  ['negative numbers as numbers', [-5], '-5\r\n'],
])('writes %s', (_name, cells, line) => {
  expect(csvLine(cells)).toBe(line);
});
