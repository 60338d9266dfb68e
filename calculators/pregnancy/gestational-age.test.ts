import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { gestationalAge } from './gestational-age.ts';
import cases from './reference/gestational-age.json' with { type: 'json' };

calculatorSuite(gestationalAge, {
  contract: {
    since: 'v1.0.0',
    inputs: ['last_period', 'due_date', 'date'],
  },
  reference: cases,
});
