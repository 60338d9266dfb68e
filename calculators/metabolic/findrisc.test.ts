import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { findrisc } from './findrisc.ts';
import cases from './reference/findrisc.json' with { type: 'json' };

calculatorSuite(findrisc, {
  contract: {
    since: 'v1.0.0',
    aliases: ['diabetes-risk-score'],
    inputs: [
      'age',
      'gender',
      'bmi',
      'waist',
      'physically_active',
      'daily_vegetables',
      'blood_pressure_drugs',
      'high_glucose',
      'family_history',
    ],
  },
  reference: cases,
  rises: { findrisc_score: ['age', 'bmi', 'waist'] },
});
