import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { hasBled } from './has-bled.ts';
import cases from './reference/has-bled.json' with { type: 'json' };

calculatorSuite(hasBled, {
  contract: {
    since: 'v1.0.0',
    inputs: [
      'age',
      'uncontrolled_hypertension',
      'abnormal_renal_function',
      'abnormal_liver_function',
      'stroke',
      'bleeding_history',
      'labile_inr',
      'bleeding_drugs',
      'alcohol',
    ],
  },
  reference: cases,
  rises: { has_bled_score: ['age'] },
});
