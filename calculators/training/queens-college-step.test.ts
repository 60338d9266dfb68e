import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { queensCollegeStep } from './queens-college-step.ts';
import cases from './reference/queens-college-step.json' with { type: 'json' };

calculatorSuite(queensCollegeStep, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'heart_rate'],
  },
  reference: cases,
  falls: { vo2max_ml_per_kg_min: ['heart_rate'] },
});
