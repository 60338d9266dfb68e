import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { childBloodPressure } from './child-blood-pressure.ts';
import cases from './reference/child-blood-pressure.json' with { type: 'json' };

calculatorSuite(childBloodPressure, {
  contract: { since: 'v1.0.0', inputs: ['gender', 'age', 'height_percentile', 'systolic', 'diastolic'] },
  reference: cases,
});
