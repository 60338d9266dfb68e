import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/sleep-debt.json' with { type: 'json' };
import { sleepDebt } from './sleep-debt.ts';

calculatorSuite(sleepDebt, {
  contract: {
    since: 'v1.0.0',
    inputs: ['need', 'hours'],
  },
  reference: cases,
  rises: { sleep_debt_hours: ['need'], deficit_hours: ['need'] },
  falls: { surplus_hours: ['need'] },
});
