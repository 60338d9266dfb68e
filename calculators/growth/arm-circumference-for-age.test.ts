import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { armCircumferenceForAge } from './arm-circumference-for-age.ts';
import cases from './reference/arm-circumference-for-age.json' with { type: 'json' };

calculatorSuite(armCircumferenceForAge, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'age_months', 'birth_date', 'date', 'arm_circumference'],
  },
  reference: cases,
  rises: { z_score: ['arm_circumference'] },
});
