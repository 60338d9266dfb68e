import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { deltaRatio } from './delta-ratio.ts';
import cases from './reference/delta-ratio.json' with { type: 'json' };

calculatorSuite(deltaRatio, {
  contract: {
    since: 'v1.0.0',
    inputs: ['sodium', 'chloride', 'bicarbonate', 'albumin', 'albumin_unit'],
  },
  reference: cases,
  rises: { delta_ratio: ['sodium'] },
  falls: { delta_ratio: ['chloride'] },
});
