import { expect, it } from 'vitest';
import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { bmiForAge } from './bmi-for-age.ts';
import cases from './reference/bmi-for-age.json' with { type: 'json' };

calculatorSuite(bmiForAge, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'age_months', 'birth_date', 'date', 'weight', 'height', 'bmi', 'position', 'method'],
    methods: ['who', 'cdc', 'all'],
  },
  reference: cases,
  rises: { z_score: ['weight'], percentile: ['weight'] },
  falls: { z_score: ['height'] },
});

const girl = { gender: 'female', age_months: 140 };

it('answers a BMI like the weight and height that make it', () => {
  const ofBmi = bmiForAge.answer({ ...girl, bmi: 21, method: 'all' });
  const ofMeasures = bmiForAge.answer({ ...girl, weight: 47.25, height: 150, method: 'all' });
  expect({ ...Object(ofBmi).body, profile: 0 }).toEqual({ ...Object(ofMeasures).body, profile: 0 });
});

it.each([
  [{ bmi: 21, weight: 47.25 }, 'bmi'],
  [{ bmi: 21, height: 150 }, 'bmi'],
  [{ bmi: 21, position: 'standing' }, 'position'],
])('refuses %j: a BMI stands alone', (measures, field) => {
  expect(bmiForAge.answer({ ...girl, ...measures })).toMatchObject({ problems: [{ field, code: 'outside_validity' }] });
});

it('asks for weight and height without a BMI', () => {
  expect(bmiForAge.answer(girl)).toMatchObject({
    problems: [
      { field: 'weight', code: 'missing' },
      { field: 'height', code: 'missing' },
    ],
  });
});

it('draws the curves of a BMI', () => {
  expect(bmiForAge.picture({ ...girl, bmi: 21 })).toMatchObject({ kind: 'curves', point: { x: 140, y: 21 } });
});
