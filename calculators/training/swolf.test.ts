import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/swolf.json' with { type: 'json' };
import { swolf } from './swolf.ts';

calculatorSuite(swolf, {
  contract: {
    since: 'v1.0.0',
    inputs: ['time', 'strokes'],
  },
  reference: cases,
  rises: { swolf: ['time', 'strokes'] },
});
