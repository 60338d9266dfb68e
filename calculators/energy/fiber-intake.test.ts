import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { fiberIntake } from './fiber-intake.ts';
import cases from './reference/fiber-intake.json' with { type: 'json' };

calculatorSuite(fiberIntake, {
  contract: {
    since: 'classic',
    inputs: ['energy'],
  },
  reference: cases,
  rises: { fiber_g: ['energy'] },
});
