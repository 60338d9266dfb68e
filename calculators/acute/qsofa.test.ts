import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { qsofa } from './qsofa.ts';
import cases from './reference/qsofa.json' with { type: 'json' };

calculatorSuite(qsofa, {
  contract: { since: 'v1.0.0', inputs: ['respiratory_rate', 'systolic', 'glasgow_coma_scale'] },
  reference: cases,
  rises: { qsofa_score: ['respiratory_rate'] },
  falls: { qsofa_score: ['systolic', 'glasgow_coma_scale'] },
});
