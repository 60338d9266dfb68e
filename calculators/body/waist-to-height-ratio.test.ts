import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/waist-to-height-ratio.json' with { type: 'json' };
import { waistToHeightRatio } from './waist-to-height-ratio.ts';

calculatorSuite(waistToHeightRatio, {
  contract: {
    since: 'v1.0.0',
    aliases: ['whtr'],
    inputs: ['waist', 'height', 'age'],
  },
  reference: cases,
  rises: { waist_to_height_ratio: ['waist'] },
  falls: { waist_to_height_ratio: ['height'] },
});
