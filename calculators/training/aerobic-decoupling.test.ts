import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { aerobicDecoupling } from './aerobic-decoupling.ts';
import cases from './reference/aerobic-decoupling.json' with { type: 'json' };

calculatorSuite(aerobicDecoupling, {
  contract: {
    since: 'v1.0.0',
    inputs: ['first_output', 'first_heart_rate', 'second_output', 'second_heart_rate'],
  },
  reference: cases,
  rises: { decoupling_percent: ['second_heart_rate', 'first_output'] },
  falls: { decoupling_percent: ['second_output', 'first_heart_rate'] },
});
