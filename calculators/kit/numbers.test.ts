import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readNumber } from './numbers.ts';

it.each([
  ['72', 72],
  ['72.5', 72.5],
  ['-3', -3],
  ['007', 7],
  ['0.30000', 0.3],
])('reads %s', (text, value) => {
  expect(readNumber(text)).toBe(value);
});

it.each([
  '',
  '-',
  '.',
  '.5',
  '5.',
  '1e2',
  '0x50',
  '+5',
  ' 5',
  '5 ',
  '1,5',
  '1_000',
  '--1',
  '1.2.3',
  'NaN',
  'Infinity',
  '٧٢',
  '７２',
])('refuses %j', (text) => {
  expect(readNumber(text)).toBeNaN();
});

it('reads 32 characters and refuses 33', () => {
  expect(readNumber('9'.repeat(32))).toBe(1e32);
  expect(readNumber('9'.repeat(33))).toBeNaN();
});

it('reads no text outside its grammar', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(Number.isNaN(readNumber(text))).toBe(!(/^-?\d+(\.\d+)?$/.test(text) && text.length <= 32));
    }),
  );
});
