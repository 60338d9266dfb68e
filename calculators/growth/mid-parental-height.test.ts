import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { midParentalHeight } from './mid-parental-height.ts';
import cases from './reference/mid-parental-height.json' with { type: 'json' };

calculatorSuite(midParentalHeight, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'father_height', 'mother_height'],
  },
  reference: cases,
  rises: { mid_parental_height_cm: ['father_height', 'mother_height'] },
});
