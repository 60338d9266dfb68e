import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { quicki } from './quicki.ts';
import cases from './reference/quicki.json' with { type: 'json' };

calculatorSuite(quicki, {
  contract: {
    since: 'v1.0.0',
    inputs: ['glucose', 'glucose_unit', 'insulin', 'insulin_unit'],
  },
  reference: cases,
  falls: { quicki: ['glucose', 'insulin'] },
});
