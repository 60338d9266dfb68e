import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/sleep-efficiency.json' with { type: 'json' };
import { sleepEfficiency } from './sleep-efficiency.ts';

calculatorSuite(sleepEfficiency, {
  contract: {
    since: 'v1.0.0',
    inputs: ['asleep', 'in_bed'],
  },
  reference: cases,
  rises: { sleep_efficiency_percent: ['asleep'], awake_min: ['in_bed'] },
  falls: { sleep_efficiency_percent: ['in_bed'] },
});
