import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { glycogenReplenishment } from './glycogen-replenishment.ts';
import cases from './reference/glycogen-replenishment.json' with { type: 'json' };

calculatorSuite(glycogenReplenishment, {
  contract: {
    since: 'v1.0.0',
    inputs: ['weight', 'hours'],
  },
  reference: cases,
});
