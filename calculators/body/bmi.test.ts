import { expect, it } from 'vitest';
import type { AnswerOptions } from '../kit/index.ts';
import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { bmi } from './bmi.ts';
import cases from './reference/bmi.json' with { type: 'json' };

calculatorSuite(bmi, {
  contract: {
    since: 'classic',
    inputs: ['weight', 'height', 'age', 'method'],
    methods: ['who', 'asian', 'older_adults'],
  },
  reference: cases,
  sameAsAnother: ['asian', 'older_adults'],
  rises: { bmi: ['weight'] },
  falls: { bmi: ['height'] },
});

const metadata = { endpoint_name: 'bmi', authenticated: true };
const ask = (input: Readonly<Record<string, unknown>>, options: AnswerOptions = {}) => bmi.answer(input, options);

it('answers exactly the members of the contract, in its order', () => {
  const answer = ask({ weight: 65, height: 168 }, { metadata });
  expect('body' in answer && JSON.stringify(answer.body)).toBe(
    '{"bmi":23.03,"bmi_prime":0.921,"category":"normal","category_label":"Normal weight",' +
      '"healthy_weight_kg":{"min":52.21,"max":70.28},"profile":{"weight_kg":65,"height_cm":168},"language":"en",' +
      '"_api_metadata_":{"endpoint_name":"bmi","authenticated":true}}',
  );
});

// WHO Technical Report Series 894 (2000), table 2.1 with the grades of thinness; height 200 cm makes BMI weight / 4.
it.each([
  [63.99, 'severe_thinness'],
  [64, 'moderate_thinness'],
  [67.99, 'moderate_thinness'],
  [68, 'mild_thinness'],
  [73.99, 'mild_thinness'],
  [74, 'normal'],
  [99.99, 'normal'],
  [100, 'overweight'],
  [119.99, 'overweight'],
  [120, 'obesity_class_1'],
  [139.99, 'obesity_class_1'],
  [140, 'obesity_class_2'],
  [159.99, 'obesity_class_2'],
  [160, 'obesity_class_3'],
])('%d kg at 2 m is %s', (weight, category) => {
  expect(ask({ weight, height: 200 })).toMatchObject({ body: { category } });
});

// WHO Expert Consultation, Lancet 2004: action points 23 and 27.5.
it.each([
  [73.99, 'underweight'],
  [74, 'acceptable_risk'],
  [91.99, 'acceptable_risk'],
  [92, 'increased_risk'],
  [109.99, 'increased_risk'],
  [110, 'high_risk'],
])('%d kg at 2 m is %s by the Asian action points', (weight, category) => {
  expect(ask({ weight, height: 200, method: 'asian' })).toMatchObject({ body: { category } });
});

it('names the growth calculator to people under 20', () => {
  expect(ask({ weight: 50, height: 160, age: 19 })).toMatchObject({
    problems: [{ field: 'age', code: 'outside_validity', values: { calculator: 'bmi-for-age' } }],
  });
  expect(ask({ weight: 50, height: 160, age: 20 })).toHaveProperty('body');
});

it('adds pounds beside kilograms for imperial callers', () => {
  // 70 in = 1.778 m; 18.5 · 3.161284 = 58.4838 kg = 128.93 lb; 24.9 · 3.161284 = 78.7160 kg = 173.54 lb
  expect(ask({ weight: 180, height: 70 }, { units: 'imperial' })).toMatchObject({
    body: {
      healthy_weight_kg: { min: 58.48, max: 78.72 },
      healthy_weight_lb: { min: 128.93, max: 173.54 },
      profile: { weight_kg: 81.65, height_cm: 177.8 },
    },
  });
});
