import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { criticalSwimSpeed } from './critical-swim-speed.ts';
import cases from './reference/critical-swim-speed.json' with { type: 'json' };

calculatorSuite(criticalSwimSpeed, {
  contract: {
    since: 'v1.0.0',
    inputs: ['short_time', 'long_time', 'short_distance', 'long_distance'],
  },
  reference: cases,
  falls: { critical_swim_speed_m_per_s: ['long_time'] },
});
