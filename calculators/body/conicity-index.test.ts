import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { conicityIndex } from './conicity-index.ts';
import cases from './reference/conicity-index.json' with { type: 'json' };

calculatorSuite(conicityIndex, {
  contract: {
    since: 'v1.0.0',
    inputs: ['weight', 'height', 'waist'],
  },
  reference: cases,
  rises: { conicity_index: ['waist', 'height'] },
  falls: { conicity_index: ['weight'] },
});
