import { describe, expect, it } from 'vitest';
import { kidneyCalculators } from './index.ts';

type Input = Readonly<Record<string, string | number>>;

function ask(name: string, input: Input) {
  const calculator = kidneyCalculators.find((candidate) => candidate.name === name);
  if (!calculator) throw new Error(`no calculator ${name}`);
  return calculator.answer(input, { detail: 'full' });
}

const adult = { gender: 'female', age: 50, creatinine: 0.9 };
const sample = { sodium: 140, urine_sodium: 20, creatinine: 2, urine_creatinine: 100 };
const ckd = { gender: 'male', age: 60, egfr: 30, uacr: 500, region: 'other' };

/** A laboratory value outside the bounds of its unit is outside validity. */
const REFUSED = expect.stringMatching(/^(too_small|too_large|outside_validity)$/);

/** Numbers just outside a bound; whole ones stay whole, because an age must be. */
const below = (bound: number) => (Number.isInteger(bound) ? bound - 1 : bound * 0.9);
const beyond = (bound: number) => (Number.isInteger(bound) ? bound + 1 : bound * 1.1);

describe('a measure that no living person has is refused', () => {
  it.each<[string, Input, string, number, number]>([
    ['egfr', adult, 'creatinine', 0.1, 40],
    ['egfr', { ...adult, creatinine_unit: 'umol/L' }, 'creatinine', 8.84, 3536],
    ['egfr', { ...adult, method: 'ckd_epi_2012_cystatin_c' }, 'cystatin_c', 0.1, 15],
    ['ckd-stage', { egfr: 50 }, 'uacr', 0.1, 30_000],
    ['ckd-stage', { egfr: 50, uacr_unit: 'mg/mmol' }, 'uacr', 0.01, 3393.67],
    ['ckd-stage', { uacr: 50 }, 'egfr', 1, 200],
    ['creatinine-clearance', { ...adult, weight: 60 }, 'age', 18, 120],
    ['fractional-sodium-excretion', sample, 'sodium', 90, 200],
    ['fractional-sodium-excretion', sample, 'urine_sodium', 1, 400],
    ['fractional-sodium-excretion', sample, 'urine_creatinine', 1, 1000],
    ['albumin-creatinine-ratio', { urine_creatinine: 150 }, 'urine_albumin', 0.1, 30_000],
    ['albumin-creatinine-ratio', { urine_albumin: 10 }, 'urine_creatinine', 1, 1000],
    ['albumin-creatinine-ratio', { urine_albumin: 10, urine_creatinine_unit: 'g/L' }, 'urine_creatinine', 0.01, 10],
    [
      'albumin-creatinine-ratio',
      { urine_albumin: 10, urine_creatinine_unit: 'mmol/L' },
      'urine_creatinine',
      0.09,
      88.4,
    ],
    ['kidney-failure-risk', ckd, 'egfr', 5, 59.99],
  ])('%s with %j and %s from %d to %d', (name, input, field, min, max) => {
    expect(ask(name, { ...input, [field]: below(min) })).toMatchObject({ problems: [{ field, code: REFUSED }] });
    expect(ask(name, { ...input, [field]: beyond(max) })).toMatchObject({ problems: [{ field, code: REFUSED }] });
    for (const bound of [min, max]) {
      expect(JSON.stringify(ask(name, { ...input, [field]: bound }))).not.toContain('"problems"');
    }
  });
});

describe('an equation is refused outside the ages that it was made for', () => {
  it.each<[string, number, number]>([
    ['ckd_epi_2021_creatinine', 17, 18],
    ['ckd_epi_2012_cystatin_c', 17, 18],
    ['mdrd', 17, 18],
    ['ekfc', 1, 2],
    ['schwartz', 18, 17],
  ])('%s at %d years, not at %d', (method, outside, inside) => {
    const child = { ...adult, cystatin_c: 0.9, height: 120, method };
    expect(ask('egfr', { ...child, age: outside })).toMatchObject({
      problems: [{ field: 'age', message: 'egfr.ages' }],
    });
    expect(ask('egfr', { ...child, age: inside })).toHaveProperty('body.egfr');
  });
});

describe('what a method needs and is not given is asked for', () => {
  it.each<[string, Input, string[]]>([
    ['egfr', { gender: 'male', age: 50 }, ['creatinine']],
    ['egfr', { gender: 'male', age: 50, method: 'ckd_epi_2021_creatinine_cystatin_c' }, ['creatinine', 'cystatin_c']],
    ['egfr', { gender: 'male', age: 5, method: 'schwartz' }, ['creatinine', 'height']],
    ['kidney-failure-risk', { ...ckd, method: 'eight_variable', calcium: 9 }, ['albumin', 'phosphate', 'bicarbonate']],
  ])('%s with %j: %j', (name, input, fields) => {
    expect(ask(name, input)).toMatchObject({ problems: fields.map((field) => ({ field, code: 'missing' })) });
  });
});

it('method=all of a child answers with the equations for children', () => {
  const answer = ask('egfr', { gender: 'male', age: 8, height: 120, creatinine: 0.5, method: 'all' });
  expect(Object.keys(Object(answer).body.by_method)).toEqual(['ekfc', 'schwartz']);
});

it('the same value in the other unit gives the same answer', () => {
  const mass = Object(ask('egfr', { ...adult, creatinine: 1.5 })).body;
  const amount = Object(ask('egfr', { ...adult, creatinine: 132.6, creatinine_unit: 'µmol/L' })).body;
  expect(amount.egfr).toBe(mass.egfr);
});
