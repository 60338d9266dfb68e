import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { lactationEnergy } from './lactation-energy.ts';
import cases from './reference/lactation-energy.json' with { type: 'json' };

calculatorSuite(lactationEnergy, {
  contract: {
    since: 'v1.0.0',
    inputs: ['months'],
  },
  reference: cases,
});
