import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/vdot.json' with { type: 'json' };
import { vdot } from './vdot.ts';

calculatorSuite(vdot, {
  contract: {
    since: 'v1.0.0',
    inputs: ['distance', 'time'],
  },
  reference: cases,
  rises: { vdot: ['distance'] },
  falls: { vdot: ['time'] },
});
