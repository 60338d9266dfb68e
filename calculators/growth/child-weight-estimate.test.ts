import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { childWeightEstimate } from './child-weight-estimate.ts';
import cases from './reference/child-weight-estimate.json' with { type: 'json' };

calculatorSuite(childWeightEstimate, {
  contract: {
    since: 'v1.0.0',
    inputs: ['age_months', 'birth_date', 'date'],
  },
  reference: cases,
});
