import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { criticalPower } from './critical-power.ts';
import cases from './reference/critical-power.json' with { type: 'json' };

calculatorSuite(criticalPower, {
  contract: {
    since: 'v1.0.0',
    inputs: ['power_1', 'time_1', 'power_2', 'time_2', 'power_3', 'time_3', 'power_4', 'time_4', 'power_5', 'time_5'],
  },
  reference: cases,
});
