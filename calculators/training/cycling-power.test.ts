import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { cyclingPower } from './cycling-power.ts';
import cases from './reference/cycling-power.json' with { type: 'json' };

calculatorSuite(cyclingPower, {
  contract: {
    since: 'v1.0.0',
    inputs: [
      'weight',
      'speed',
      'grade',
      'headwind',
      'rolling_resistance',
      'drag_area',
      'air_density',
      'drivetrain_efficiency',
    ],
  },
  reference: cases,
  rises: { power_w: ['speed', 'grade', 'headwind', 'drag_area', 'rolling_resistance'] },
});
