import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { headCircumferenceForAge } from './head-circumference-for-age.ts';
import cases from './reference/head-circumference-for-age.json' with { type: 'json' };

calculatorSuite(headCircumferenceForAge, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'age_months', 'birth_date', 'date', 'head_circumference', 'method'],
    methods: ['who', 'cdc', 'all'],
  },
  reference: cases,
  rises: { z_score: ['head_circumference'] },
});
