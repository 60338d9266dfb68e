import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { ckdStage } from './ckd-stage.ts';
import cases from './reference/ckd-stage.json' with { type: 'json' };

calculatorSuite(ckdStage, {
  contract: {
    since: 'v1.0.0',
    inputs: ['egfr', 'uacr', 'uacr_unit'],
  },
  reference: cases,
});
