import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { conceptionDate } from './conception-date.ts';
import cases from './reference/conception-date.json' with { type: 'json' };

calculatorSuite(conceptionDate, {
  contract: {
    since: 'v1.0.0',
    inputs: ['due_date', 'last_period', 'cycle'],
  },
  reference: cases,
});
