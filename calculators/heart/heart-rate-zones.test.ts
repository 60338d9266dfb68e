import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { heartRateZones } from './heart-rate-zones.ts';
import cases from './reference/heart-rate-zones.json' with { type: 'json' };

calculatorSuite(heartRateZones, {
  contract: {
    since: 'v1.0.0',
    inputs: ['age', 'max_heart_rate', 'resting_heart_rate', 'method'],
    methods: ['karvonen', 'percent_of_max', 'all'],
  },
  reference: cases,
  rises: { heart_rate_reserve_bpm: ['max_heart_rate'] },
  falls: { heart_rate_reserve_bpm: ['resting_heart_rate'] },
});
