import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/sweat-rate.json' with { type: 'json' };
import { sweatRate } from './sweat-rate.ts';

calculatorSuite(sweatRate, {
  contract: {
    since: 'v1.0.0',
    inputs: ['weight_before', 'weight_after', 'duration', 'fluid_intake', 'urine', 'sodium'],
  },
  reference: cases,
  rises: { sweat_rate_l_per_h: ['weight_before', 'fluid_intake'], dehydration_percent: ['weight_before'] },
  falls: { sweat_rate_l_per_h: ['urine', 'duration'] },
});
