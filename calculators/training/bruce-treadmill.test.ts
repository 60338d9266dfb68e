import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { bruceTreadmill } from './bruce-treadmill.ts';
import cases from './reference/bruce-treadmill.json' with { type: 'json' };

calculatorSuite(bruceTreadmill, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'time'],
  },
  reference: cases,
  rises: { vo2max_ml_per_kg_min: ['time'] },
});
