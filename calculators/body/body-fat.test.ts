import { describe, expect, it } from 'vitest';
import type { AnswerOptions } from '../kit/index.ts';
import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { bodyFat } from './body-fat.ts';
import cases from './reference/body-fat.json' with { type: 'json' };

calculatorSuite(bodyFat, {
  contract: {
    since: 'classic',
    aliases: ['bodyfat'],
    inputs: ['gender', 'age', 'weight', 'height', 'bmi', 'neck', 'waist', 'hip', 'method'],
    methods: ['navy', 'army', 'deurenberg', 'gallagher', 'cun_bae', 'all'],
  },
  reference: cases,
  rises: { body_fat_percent: ['waist', 'hip'] },
  falls: { body_fat_percent: ['neck'] },
});

const ask = (input: Readonly<Record<string, string | number>>, options: AnswerOptions = {}) =>
  bodyFat.answer(input, options);

const man = { gender: 'male', height: 178, neck: 38, waist: 88 };

describe('without a method', () => {
  it('uses the circumferences if they are given, else weight and height', () => {
    const full: AnswerOptions = { detail: 'full' };
    expect(ask({ ...man, weight: 80, age: 40 }, full)).toMatchObject({
      body: { details: { equation: { key: 'navy' } } },
    });
    expect(ask({ gender: 'male', waist: 88, weight: 80, height: 178, age: 40 }, full)).toMatchObject({
      body: { details: { equation: { key: 'deurenberg' } } },
    });
  });

  it('asks for the inputs of the BMI equation if no circumference is given', () => {
    expect(ask({ gender: 'male' })).toMatchObject({ problems: [{ field: 'age', code: 'missing' }] });
    expect(ask({ gender: 'male', age: 40 })).toMatchObject({
      problems: [
        { field: 'weight', code: 'missing' },
        { field: 'height', code: 'missing' },
      ],
    });
  });
});

it('needs the hip for women and not for men', () => {
  expect(ask({ ...man, gender: 'female' })).toMatchObject({ problems: [{ field: 'hip', code: 'missing' }] });
  expect(ask({ ...man, hip: 100 })).toMatchObject({ body: { body_fat_percent: 18.7 } });
});

it.each([
  [44, 44],
  [44, 45],
])('refuses a waist of %d cm on a neck of %d cm', (waist, neck) => {
  expect(ask({ ...man, waist, neck })).toMatchObject({ problems: [{ field: 'waist', code: 'outside_validity' }] });
});

it.each([
  ['navy', 16],
  ['army', 16],
  ['gallagher', 17],
  ['cun_bae', 17],
])('refuses with %s the age %d', (method, age) => {
  expect(ask({ ...man, weight: 80, method, age })).toMatchObject({
    problems: [{ field: 'age', message: 'body-fat.too_young' }],
  });
  expect(ask({ ...man, weight: 80, method, age: age + 1 })).toHaveProperty('body');
});

it('has no class under 18: the bands are for adults', () => {
  expect(ask({ gender: 'male', age: 17, bmi: 22 })).not.toHaveProperty('body.category');
  expect(ask({ gender: 'male', age: 18, bmi: 22 })).toHaveProperty('body.category');
});

it('refuses BMI together with weight and height', () => {
  expect(ask({ gender: 'male', age: 30, bmi: 22, weight: 80, height: 178 })).toMatchObject({
    problems: [{ field: 'bmi', message: 'body-fat.bmi_given_twice' }],
  });
  expect(ask({ gender: 'male', age: 30, bmi: 25, weight: 80 })).toMatchObject({
    // 1.20 · 25 + 0.23 · 30 − 16.2 = 20.7 %; 80 · 0.207 = 16.56 kg
    body: { body_fat_percent: 20.7, fat_mass_kg: 16.56, lean_mass_kg: 63.44 },
  });
});

it('shows women the bands of women', () => {
  expect(ask({ gender: 'female', age: 40, bmi: 23.5 }, { detail: 'full' })).toMatchObject({
    body: {
      details: { classes: { category: expect.arrayContaining([expect.objectContaining({ key: 'obese', from: 32 })]) } },
    },
  });
});

it('lists every equation whose inputs are given', () => {
  const answer = ask({ ...man, age: 40, weight: 80, method: 'all' }, { detail: 'full' });
  expect(Object.keys(Object(Object(answer).body.by_method))).toEqual([
    'navy',
    'army',
    'deurenberg',
    'gallagher',
    'cun_bae',
  ]);
  const tapeOnly = ask({ ...man, method: 'all' }, { detail: 'full' });
  expect(Object.keys(Object(Object(tapeOnly).body.by_method))).toEqual(['navy']);
  expect(tapeOnly).toMatchObject({
    body: {
      details: {
        warnings: expect.arrayContaining([
          'Left out: One-site tape equations of the US Army (2023). weight is required for the method army.',
        ]),
      },
    },
  });
});
