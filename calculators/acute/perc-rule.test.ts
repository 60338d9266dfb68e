import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { percRule } from './perc-rule.ts';
import cases from './reference/perc-rule.json' with { type: 'json' };

calculatorSuite(percRule, {
  contract: {
    since: 'v1.0.0',
    aliases: ['perc'],
    inputs: [
      'age',
      'heart_rate',
      'oxygen_saturation',
      'leg_swelling',
      'haemoptysis',
      'recent_surgery_or_trauma',
      'previous_dvt_or_pe',
      'oestrogen_use',
    ],
  },
  reference: cases,
  rises: { criteria_present: ['age', 'heart_rate'] },
  falls: { criteria_present: ['oxygen_saturation'] },
});
