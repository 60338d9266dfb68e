import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/weight-for-bmi.json' with { type: 'json' };
import { weightForBmi } from './weight-for-bmi.ts';

calculatorSuite(weightForBmi, {
  contract: {
    since: 'v1.0.0',
    inputs: ['height', 'bmi'],
  },
  reference: cases,
  rises: { weight_kg: ['height', 'bmi'] },
});
