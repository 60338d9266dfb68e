import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/six-minute-walk.json' with { type: 'json' };
import { sixMinuteWalk } from './six-minute-walk.ts';

calculatorSuite(sixMinuteWalk, {
  contract: {
    since: 'v1.0.0',
    aliases: ['6mwt-calculator'],
    inputs: ['gender', 'age', 'weight', 'height', 'distance'],
  },
  reference: cases,
  rises: { predicted_distance_m: ['height'], percent_of_predicted: ['distance'] },
  falls: { predicted_distance_m: ['age', 'weight'] },
});
