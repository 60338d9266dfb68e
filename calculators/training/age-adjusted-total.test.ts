import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { ageAdjustedTotal } from './age-adjusted-total.ts';
import cases from './reference/age-adjusted-total.json' with { type: 'json' };

calculatorSuite(ageAdjustedTotal, {
  contract: {
    since: 'v1.0.0',
    inputs: ['age', 'total'],
  },
  reference: cases,
  rises: { adjusted_total_kg: ['total'] },
});
