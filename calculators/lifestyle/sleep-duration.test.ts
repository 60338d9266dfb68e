import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/sleep-duration.json' with { type: 'json' };
import { sleepDuration } from './sleep-duration.ts';

calculatorSuite(sleepDuration, {
  contract: {
    since: 'v1.0.0',
    inputs: ['age', 'months', 'hours'],
  },
  reference: cases,
});
