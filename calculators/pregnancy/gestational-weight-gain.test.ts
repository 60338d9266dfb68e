import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { gestationalWeightGain } from './gestational-weight-gain.ts';
import cases from './reference/gestational-weight-gain.json' with { type: 'json' };

calculatorSuite(gestationalWeightGain, {
  contract: {
    since: 'v1.0.0',
    inputs: ['weight', 'height', 'gestational_weeks', 'gestational_days', 'method'],
    methods: ['singleton', 'twins'],
  },
  reference: cases,
  rises: { bmi: ['weight'] },
  falls: { bmi: ['height'] },
});
