import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { maturityOffset } from './maturity-offset.ts';
import cases from './reference/maturity-offset.json' with { type: 'json' };

calculatorSuite(maturityOffset, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'age_months', 'birth_date', 'date', 'height', 'sitting_height', 'weight', 'method'],
    methods: ['mirwald', 'moore', 'all'],
  },
  reference: cases,
});
