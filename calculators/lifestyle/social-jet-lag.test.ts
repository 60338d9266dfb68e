import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/social-jet-lag.json' with { type: 'json' };
import { socialJetLag } from './social-jet-lag.ts';

calculatorSuite(socialJetLag, {
  contract: {
    since: 'v1.0.0',
    inputs: ['work_sleep_start', 'work_sleep_end', 'free_sleep_start', 'free_sleep_end'],
  },
  reference: cases,
});
