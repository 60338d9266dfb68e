import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { oneMileJog } from './one-mile-jog.ts';
import cases from './reference/one-mile-jog.json' with { type: 'json' };

calculatorSuite(oneMileJog, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'weight', 'time', 'heart_rate'],
  },
  reference: cases,
  falls: { vo2max_ml_per_kg_min: ['weight', 'time', 'heart_rate'] },
});
