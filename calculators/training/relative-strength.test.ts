import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/relative-strength.json' with { type: 'json' };
import { relativeStrength } from './relative-strength.ts';

calculatorSuite(relativeStrength, {
  contract: {
    since: 'v1.0.0',
    inputs: ['weight', 'load', 'method'],
    methods: ['ratio', 'allometric', 'all'],
  },
  reference: cases,
  rises: { relative_strength: ['load'] },
  falls: { relative_strength: ['weight'] },
});
