import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { bodyAdiposityIndex } from './body-adiposity-index.ts';
import cases from './reference/body-adiposity-index.json' with { type: 'json' };

calculatorSuite(bodyAdiposityIndex, {
  contract: {
    since: 'classic',
    aliases: ['bai'],
    inputs: ['height', 'hip'],
  },
  reference: cases,
  rises: { body_adiposity_index_percent: ['hip'] },
  falls: { body_adiposity_index_percent: ['height'] },
});
