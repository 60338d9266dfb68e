import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { beepTest } from './beep-test.ts';
import cases from './reference/beep-test.json' with { type: 'json' };

calculatorSuite(beepTest, {
  contract: {
    since: 'v1.0.0',
    inputs: ['age', 'level', 'speed'],
  },
  reference: cases,
  rises: { vo2max_ml_per_kg_min: ['speed', 'level'] },
  falls: { vo2max_ml_per_kg_min: ['age'] },
});
