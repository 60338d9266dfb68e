import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/sleep-cycles.json' with { type: 'json' };
import { sleepCycles } from './sleep-cycles.ts';

calculatorSuite(sleepCycles, {
  contract: {
    since: 'v1.0.0',
    inputs: ['wake_time', 'cycles', 'latency'],
  },
  reference: cases,
  rises: { sleep_hours: ['cycles'] },
});
