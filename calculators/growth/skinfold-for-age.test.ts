import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/skinfold-for-age.json' with { type: 'json' };
import { skinfoldForAge } from './skinfold-for-age.ts';

calculatorSuite(skinfoldForAge, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'age_months', 'birth_date', 'date', 'skinfold', 'method'],
    methods: ['triceps', 'subscapular'],
  },
  reference: cases,
  rises: { z_score: ['skinfold'] },
});
