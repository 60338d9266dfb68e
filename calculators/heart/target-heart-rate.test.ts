import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/target-heart-rate.json' with { type: 'json' };
import { targetHeartRate } from './target-heart-rate.ts';

calculatorSuite(targetHeartRate, {
  contract: {
    since: 'classic',
    aliases: ['thr', 'karvonen'],
    inputs: ['age', 'max_heart_rate', 'resting_heart_rate', 'intensity', 'fitness_level', 'method'],
    methods: ['karvonen', 'percent_of_max', 'tanaka', 'fox', 'gellish', 'gellish_nonlinear', 'nes', 'gulati', 'inbar'],
  },
  reference: cases,
  rises: { target_heart_rate_bpm: ['intensity', 'max_heart_rate', 'resting_heart_rate'] },
});
