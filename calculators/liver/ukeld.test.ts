import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/ukeld.json' with { type: 'json' };
import { ukeld } from './ukeld.ts';

calculatorSuite(ukeld, {
  contract: {
    since: 'v1.0.0',
    inputs: ['bilirubin', 'bilirubin_unit', 'inr', 'creatinine', 'creatinine_unit', 'sodium'],
  },
  reference: cases,
  rises: { ukeld_score: ['inr'] },
  falls: { ukeld_score: ['sodium'] },
});
