import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { bmiForAge } from './bmi-for-age.ts';
import cases from './reference/bmi-for-age.json' with { type: 'json' };

calculatorSuite(bmiForAge, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'age_months', 'birth_date', 'date', 'weight', 'height', 'position', 'method'],
    methods: ['who', 'cdc', 'all'],
  },
  reference: cases,
  rises: { z_score: ['weight'], percentile: ['weight'] },
  falls: { z_score: ['height'] },
});
