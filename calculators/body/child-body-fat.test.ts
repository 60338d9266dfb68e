import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { childBodyFat } from './child-body-fat.ts';
import cases from './reference/child-body-fat.json' with { type: 'json' };

calculatorSuite(childBodyFat, {
  contract: {
    since: 'v1.0.0',
    inputs: [
      'gender',
      'age',
      'triceps_skinfold',
      'calf_skinfold',
      'subscapular_skinfold',
      'maturity',
      'population',
      'method',
    ],
    methods: ['triceps_calf', 'triceps_subscapular', 'all'],
  },
  reference: cases,
  rises: { sum_of_skinfolds_mm: ['triceps_skinfold'] },
});
