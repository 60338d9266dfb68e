import { expect, it } from 'vitest';
import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { fetalWeight } from './fetal-weight.ts';
import cases from './reference/fetal-weight.json' with { type: 'json' };

calculatorSuite(fetalWeight, {
  contract: {
    since: 'v1.0.0',
    inputs: [
      'biparietal_diameter',
      'head_circumference',
      'abdominal_circumference',
      'femur_length',
      'gestational_weeks',
      'gestational_days',
      'method',
    ],
    methods: ['hadlock_4', 'hadlock_3', 'all'],
  },
  reference: cases,
  rises: { fetal_weight_g: ['head_circumference'] },
});

const scan = { head_circumference: 33.5, abdominal_circumference: 34, femur_length: 7.3 };
const ask = (weeks: number, days: number) =>
  fetalWeight.answer({ ...scan, gestational_weeks: weeks, gestational_days: days }, { detail: 'full' });

it('answers the weight without a percentile after 40 weeks, and says why', () => {
  expect(ask(40, 0)).toHaveProperty('body.percentile');
  const after = ask(40, 1);
  expect(after).toHaveProperty('body.fetal_weight_g');
  for (const left of ['percentile', 'mean_weight_g', 'size']) expect(after).not.toHaveProperty(`body.${left}`);
  expect(after).toMatchObject({
    body: { details: { notes: expect.arrayContaining([expect.stringContaining('40')]) } },
  });
});

it('refuses weeks before the standard', () => {
  expect(ask(9, 6)).toMatchObject({ problems: [{ field: 'gestational_weeks', values: { min: 10 } }] });
});
