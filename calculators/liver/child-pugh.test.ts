import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { childPugh } from './child-pugh.ts';
import cases from './reference/child-pugh.json' with { type: 'json' };

calculatorSuite(childPugh, {
  contract: {
    since: 'v1.0.0',
    inputs: ['bilirubin', 'bilirubin_unit', 'albumin', 'albumin_unit', 'inr', 'ascites', 'encephalopathy'],
  },
  reference: cases,
  rises: { child_pugh_score: ['inr'] },
});
