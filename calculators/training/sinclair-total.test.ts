import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/sinclair-total.json' with { type: 'json' };
import { sinclairTotal } from './sinclair-total.ts';

calculatorSuite(sinclairTotal, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'weight', 'total', 'method'],
    methods: ['2021_2024', '2017_2020', '2025_2028', 'all'],
  },
  reference: cases,
  rises: { sinclair_total: ['total'] },
  falls: { sinclair_coefficient: ['weight'] },
});
