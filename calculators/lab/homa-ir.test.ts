import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { homaIr } from './homa-ir.ts';
import cases from './reference/homa-ir.json' with { type: 'json' };

calculatorSuite(homaIr, {
  contract: {
    since: 'v1.0.0',
    inputs: ['glucose', 'glucose_unit', 'insulin', 'insulin_unit'],
  },
  reference: cases,
  rises: { homa_ir: ['glucose', 'insulin'] },
});
