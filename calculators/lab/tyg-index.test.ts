import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/tyg-index.json' with { type: 'json' };
import { tygIndex } from './tyg-index.ts';

calculatorSuite(tygIndex, {
  contract: {
    since: 'v1.0.0',
    aliases: ['triglyceride-glucose-index'],
    inputs: ['glucose', 'glucose_unit', 'triglycerides', 'triglycerides_unit'],
  },
  reference: cases,
  rises: { tyg_index: ['glucose', 'triglycerides'] },
});
