import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/waist-to-hip-ratio.json' with { type: 'json' };
import { waistToHipRatio } from './waist-to-hip-ratio.ts';

calculatorSuite(waistToHipRatio, {
  contract: {
    since: 'v1.0.0',
    aliases: ['whr'],
    inputs: ['gender', 'waist', 'hip'],
  },
  reference: cases,
  rises: { waist_to_hip_ratio: ['waist'] },
  falls: { waist_to_hip_ratio: ['hip'] },
});
