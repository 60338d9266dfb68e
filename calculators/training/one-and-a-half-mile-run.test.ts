import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { oneAndAHalfMileRun } from './one-and-a-half-mile-run.ts';
import cases from './reference/one-and-a-half-mile-run.json' with { type: 'json' };

calculatorSuite(oneAndAHalfMileRun, {
  contract: {
    since: 'v1.0.0',
    inputs: ['time', 'gender', 'weight', 'method'],
    methods: ['acsm', 'george', 'all'],
  },
  reference: cases,
  falls: { vo2max_ml_per_kg_min: ['time', 'weight'] },
});
