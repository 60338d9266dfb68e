import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { cooperRun } from './cooper-run.ts';
import cases from './reference/cooper-run.json' with { type: 'json' };

calculatorSuite(cooperRun, {
  contract: {
    since: 'v1.0.0',
    inputs: ['distance'],
  },
  reference: cases,
  rises: { vo2max_ml_per_kg_min: ['distance'] },
});
