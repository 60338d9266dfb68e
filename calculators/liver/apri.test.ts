import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { apri } from './apri.ts';
import cases from './reference/apri.json' with { type: 'json' };

calculatorSuite(apri, {
  contract: {
    since: 'v1.0.0',
    inputs: ['ast', 'ast_upper_limit', 'platelets'],
  },
  reference: cases,
  rises: { apri: ['ast'] },
  falls: { apri: ['platelets', 'ast_upper_limit'] },
});
