import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/respiratory-quotient.json' with { type: 'json' };
import { respiratoryQuotient } from './respiratory-quotient.ts';

calculatorSuite(respiratoryQuotient, {
  contract: {
    since: 'v1.0.0',
    inputs: ['oxygen_uptake', 'carbon_dioxide_output'],
  },
  reference: cases,
});
