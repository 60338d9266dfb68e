import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { raceTime } from './race-time.ts';
import cases from './reference/race-time.json' with { type: 'json' };

calculatorSuite(raceTime, {
  contract: {
    since: 'v1.0.0',
    aliases: ['race-time-predictor'],
    inputs: ['distance', 'time', 'target_distance', 'method'],
    methods: ['riegel', 'daniels_gilbert', 'all'],
  },
  reference: cases,
  rises: { predicted_time_s: ['time', 'target_distance'] },
});
