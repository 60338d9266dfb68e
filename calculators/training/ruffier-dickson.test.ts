import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/ruffier-dickson.json' with { type: 'json' };
import { ruffierDickson } from './ruffier-dickson.ts';

calculatorSuite(ruffierDickson, {
  contract: {
    since: 'v1.0.0',
    inputs: ['resting_heart_rate', 'exercise_heart_rate', 'recovery_heart_rate'],
  },
  reference: cases,
  rises: { ruffier_index: ['exercise_heart_rate'], dickson_index: ['recovery_heart_rate'] },
  falls: { dickson_index: ['resting_heart_rate'] },
});
