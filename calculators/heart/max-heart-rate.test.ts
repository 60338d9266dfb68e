import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { maxHeartRate } from './max-heart-rate.ts';
import cases from './reference/max-heart-rate.json' with { type: 'json' };

calculatorSuite(maxHeartRate, {
  contract: {
    since: 'v1.0.0',
    inputs: ['age', 'gender', 'method'],
    methods: ['tanaka', 'fox', 'gellish', 'gellish_nonlinear', 'nes', 'gulati', 'inbar', 'all'],
  },
  reference: cases,
  falls: { max_heart_rate_bpm: ['age'] },
});
