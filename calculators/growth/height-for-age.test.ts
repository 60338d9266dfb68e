import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { heightForAge } from './height-for-age.ts';
import cases from './reference/height-for-age.json' with { type: 'json' };

calculatorSuite(heightForAge, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'age_months', 'birth_date', 'date', 'height', 'position', 'method'],
    methods: ['who', 'cdc', 'all'],
  },
  reference: cases,
  rises: { z_score: ['height'], percentile: ['height'] },
});
