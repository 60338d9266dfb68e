import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/steps-to-distance.json' with { type: 'json' };
import { stepsToDistance } from './steps-to-distance.ts';

calculatorSuite(stepsToDistance, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'height', 'steps'],
  },
  reference: cases,
  rises: { distance_m: ['height', 'steps'] },
});
