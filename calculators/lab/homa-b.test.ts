import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { homaB } from './homa-b.ts';
import cases from './reference/homa-b.json' with { type: 'json' };

calculatorSuite(homaB, {
  contract: {
    since: 'v1.0.0',
    inputs: ['glucose', 'glucose_unit', 'insulin', 'insulin_unit'],
  },
  reference: cases,
  rises: { homa_b_percent: ['insulin'] },
  falls: { homa_b_percent: ['glucose'] },
});
