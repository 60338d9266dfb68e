import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { fatFreeMassIndex } from './fat-free-mass-index.ts';
import cases from './reference/fat-free-mass-index.json' with { type: 'json' };

calculatorSuite(fatFreeMassIndex, {
  contract: {
    since: 'classic',
    aliases: ['ffmi'],
    inputs: ['weight', 'height', 'body_fat'],
  },
  reference: cases,
  rises: { fmi: ['body_fat'], ffmi: ['weight'] },
  falls: { ffmi: ['body_fat', 'height'] },
});
