import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { loadCarriage } from './load-carriage.ts';
import cases from './reference/load-carriage.json' with { type: 'json' };

calculatorSuite(loadCarriage, {
  contract: {
    since: 'v1.0.0',
    inputs: ['weight', 'load', 'speed', 'grade', 'terrain'],
  },
  reference: cases,
  rises: { metabolic_rate_w: ['load', 'speed', 'grade'] },
});
