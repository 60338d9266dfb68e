import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { dukeTreadmillScore } from './duke-treadmill-score.ts';
import cases from './reference/duke-treadmill-score.json' with { type: 'json' };

calculatorSuite(dukeTreadmillScore, {
  contract: { since: 'v1.0.0', inputs: ['duration', 'st_deviation', 'angina'] },
  reference: cases,
  rises: { duke_score: ['duration'] },
  falls: { duke_score: ['st_deviation'] },
});
