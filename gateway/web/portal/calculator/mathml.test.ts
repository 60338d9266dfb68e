import { expect, it } from 'vitest';
import { formulas, mathOf } from './mathml.ts';

/** The content of the formula, without the frame. */
const math = (formula: string) => mathOf(formula)?.text.replace(/^<math display="block">|<\/math>$/g, '');

it('writes a fraction over everything that is divided, with units', () => {
  expect(math('v = a·b / c')).toBe(
    '<mrow><mi>v</mi><mo>=</mo><mfrac><mrow><mi>a</mi><mo>·</mo><mi>b</mi></mrow><mi>c</mi></mfrac></mrow>',
  );
  expect(math('d / h² [m²]')).toContain(
    '<mrow><msup><mi>h</mi><mn>2</mn></msup><mspace width="0.25em"></mspace><mtext class="measure">m²</mtext></mrow>',
  );
});

it('leaves out brackets above and below the bar, and keeps them elsewhere', () => {
  expect(math('(a − b) / (c + d)')).toBe(
    '<mfrac><mrow><mi>a</mi><mo>−</mo><mi>b</mi></mrow><mrow><mi>c</mi><mo>+</mo><mi>d</mi></mrow></mfrac>',
  );
  expect(math('2·(a + b)')).toContain('<mo>(</mo>');
});

it('writes powers, roots, functions and quantities of several words', () => {
  expect(math('x^−1.5')).toBe('<msup><mrow><mi>x</mi></mrow><mrow><mo>−</mo><mn>1.5</mn></mrow></msup>');
  expect(math('√(a·b)')).toBe('<msqrt><mrow><mi>a</mi><mo>·</mo><mi>b</mi></mrow></msqrt>');
  expect(math('1 − ln(lean mass)')).toContain('<mi mathvariant="normal">lean mass</mi>');
});

it.each([
  'beyond ±3 in steps as wide as the last standard deviation, or so',
  'all in cm',
  'a = (b',
  'a +',
  'f(x) = 3',
  's = 1 for males, 0 for females',
])('does not take %j for a formula', (text) => {
  expect(mathOf(text)).toBeNull();
});

it('parts an equation at its semicolons, and escapes what stays text', () => {
  expect(formulas('a = 2; if b < 3, all of it').map(({ text }) => text)).toEqual([
    expect.stringContaining('<math'),
    '<code>if b &#60; 3, all of it</code>',
  ]);
});
