import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/wells-pe.json' with { type: 'json' };
import { wellsPe } from './wells-pe.ts';

calculatorSuite(wellsPe, {
  contract: {
    since: 'v1.0.0',
    inputs: [
      'dvt_signs',
      'pe_most_likely',
      'heart_rate',
      'immobilised_or_surgery',
      'previous_dvt_or_pe',
      'haemoptysis',
      'active_cancer',
    ],
  },
  reference: cases,
  rises: { wells_score: ['heart_rate'] },
});
