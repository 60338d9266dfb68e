import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/weight-for-age.json' with { type: 'json' };
import { weightForAge } from './weight-for-age.ts';

calculatorSuite(weightForAge, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'age_months', 'birth_date', 'date', 'weight', 'method'],
    methods: ['who', 'cdc', 'all'],
  },
  reference: cases,
  rises: { z_score: ['weight'], percentile: ['weight'] },
});
