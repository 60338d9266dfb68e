import { describe, expect, it } from 'vitest';
import { liverCalculators } from './index.ts';

type Input = Readonly<Record<string, string | number | boolean>>;

function ask(name: string, input: Input) {
  const calculator = liverCalculators.find((candidate) => candidate.name === name);
  if (!calculator) throw new Error(`no calculator ${name}`);
  return calculator.answer(input, { detail: 'full' });
}

const candidate = { bilirubin: 3, inr: 1.6, creatinine: 1.4, sodium: 132, albumin: 2.9, gender: 'male' };
const enzymes = { age: 50, ast: 45, alt: 60, platelets: 190 };
const cirrhosis = { bilirubin: 2, albumin: 3, inr: 1.5, ascites: 'absent', encephalopathy: 'absent' };

describe('a measure that no living person has is refused', () => {
  it.each<[string, Input, string, number, number]>([
    ['meld', candidate, 'bilirubin', 0.1, 80],
    ['meld', { ...candidate, bilirubin_unit: 'umol/L' }, 'bilirubin', 1.71, 1368],
    ['meld', candidate, 'inr', 0.5, 15],
    ['meld', { ...candidate, albumin_unit: 'g/L' }, 'albumin', 5, 80],
    ['ukeld', { bilirubin: 3, inr: 1.6, creatinine: 1.4 }, 'sodium', 90, 200],
    ['fib-4', enzymes, 'age', 18, 110],
    ['fib-4', enzymes, 'ast', 1, 20_000],
    ['fib-4', enzymes, 'platelets', 2, 2_000],
    ['apri', { ast: 40, platelets: 200 }, 'ast_upper_limit', 10, 100],
    ['nafld-fibrosis-score', { ...enzymes, diabetes: false, albumin: 4 }, 'bmi', 10, 150],
    ['child-pugh', cirrhosis, 'albumin', 0.5, 8],
  ])('%s with %j and %s from %d to %d', (name, input, field, min, max) => {
    const step = Number.isInteger(min) && Number.isInteger(max) ? 1 : 0.05;
    const code = expect.stringMatching(/^(too_small|too_large|outside_validity)$/);
    for (const value of [min - step, max + step]) {
      expect(ask(name, { ...input, [field]: value })).toMatchObject({ problems: [{ field, code }] });
    }
    for (const bound of [min, max]) expect(ask(name, { ...input, [field]: bound })).toHaveProperty('body');
  });
});

describe('what a method needs and is not given is asked for', () => {
  const least = { bilirubin: 3, inr: 1.6, creatinine: 1.4 };
  it.each<[Input, string[]]>([
    [least, ['sodium', 'albumin', 'gender']],
    [{ ...least, method: 'meld_na' }, ['sodium']],
    [{ ...least, sodium: 130, gender: 'female' }, ['albumin']],
  ])('meld with %j: %j', (input, fields) => {
    expect(ask('meld', input)).toMatchObject({ problems: fields.map((field) => ({ field, code: 'missing' })) });
  });

  it('the original MELD needs neither sodium nor albumin', () => {
    expect(ask('meld', { ...least, method: 'meld' })).toMatchObject({ body: { meld_score: 19 } });
  });
});

describe('values beyond their bounds in an equation count as the bounds', () => {
  it.each<[string, Input, Input]>([
    ['meld_3', { creatinine: 3 }, { creatinine: 9 }],
    ['meld_3', { creatinine: 3 }, { creatinine: 1, dialysis: true }],
    ['meld_3', { albumin: 3.5 }, { albumin: 5 }],
    ['meld_3', { sodium: 125 }, { sodium: 110 }],
    ['meld', { creatinine: 4 }, { creatinine: 9 }],
    ['meld', { creatinine: 4 }, { creatinine: 1, dialysis: true }],
    ['meld', { bilirubin: 1, inr: 1 }, { bilirubin: 0.3, inr: 0.8 }],
    ['meld_na', { sodium: 137 }, { sodium: 150 }],
  ])('%s: %j and %j', (method, one, other) => {
    const score = (input: Input) => Object(ask('meld', { ...candidate, method, ...input })).body.score_unrounded;
    expect(score(other)).toBe(score(one));
  });
});

it('fibrosis scores warn below 35 years', () => {
  const warnings = (age: number) => Object(ask('fib-4', { ...enzymes, age })).body.details.warnings;
  expect(warnings(34)).toHaveLength(1);
  expect(warnings(35)).toEqual([]);
});
