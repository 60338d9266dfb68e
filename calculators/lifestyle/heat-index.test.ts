import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { heatIndex } from './heat-index.ts';
import cases from './reference/heat-index.json' with { type: 'json' };

calculatorSuite(heatIndex, {
  contract: {
    since: 'v1.0.0',
    inputs: ['temperature', 'humidity'],
  },
  reference: cases,
});
