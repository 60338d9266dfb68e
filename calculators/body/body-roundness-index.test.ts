import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { bodyRoundnessIndex } from './body-roundness-index.ts';
import cases from './reference/body-roundness-index.json' with { type: 'json' };

calculatorSuite(bodyRoundnessIndex, {
  contract: {
    since: 'classic',
    aliases: ['bri'],
    inputs: ['height', 'waist'],
  },
  reference: cases,
  rises: { body_roundness_index: ['waist'] },
  falls: { body_roundness_index: ['height'] },
});
