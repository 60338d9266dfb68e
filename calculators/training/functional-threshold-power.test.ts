import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { functionalThresholdPower } from './functional-threshold-power.ts';
import cases from './reference/functional-threshold-power.json' with { type: 'json' };

calculatorSuite(functionalThresholdPower, {
  contract: {
    since: 'v1.0.0',
    inputs: ['power'],
  },
  reference: cases,
  rises: { functional_threshold_power_w: ['power'] },
});
