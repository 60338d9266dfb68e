import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/rockport-walk.json' with { type: 'json' };
import { rockportWalk } from './rockport-walk.ts';

calculatorSuite(rockportWalk, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'age', 'weight', 'time', 'heart_rate'],
  },
  reference: cases,
  falls: { vo2max_ml_per_kg_min: ['age', 'weight', 'time', 'heart_rate'] },
});
