import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/shock-index.json' with { type: 'json' };
import { shockIndex } from './shock-index.ts';

calculatorSuite(shockIndex, {
  contract: {
    since: 'v1.0.0',
    inputs: ['heart_rate', 'systolic', 'diastolic', 'age', 'method'],
    methods: ['index', 'modified', 'by_age', 'all'],
  },
  reference: cases,
  rises: { shock_index: ['heart_rate', 'age'] },
  falls: { shock_index: ['systolic', 'diastolic'] },
});
