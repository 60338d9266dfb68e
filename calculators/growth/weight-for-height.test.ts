import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/weight-for-height.json' with { type: 'json' };
import { weightForHeight } from './weight-for-height.ts';

calculatorSuite(weightForHeight, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'weight', 'height', 'position', 'method'],
    methods: ['who', 'cdc', 'all'],
  },
  reference: cases,
  rises: { z_score: ['weight'], median_weight_kg: ['height'] },
  falls: { z_score: ['height'] },
});
