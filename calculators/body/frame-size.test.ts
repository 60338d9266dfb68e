import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { frameSize } from './frame-size.ts';
import cases from './reference/frame-size.json' with { type: 'json' };

calculatorSuite(frameSize, {
  contract: {
    since: 'classic',
    aliases: ['bfsi', 'body-frame-size'],
    inputs: ['gender', 'height', 'wrist'],
  },
  reference: cases,
  rises: { height_to_wrist_ratio: ['height'] },
  falls: { height_to_wrist_ratio: ['wrist'] },
});
