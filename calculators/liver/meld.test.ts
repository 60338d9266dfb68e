import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { meld } from './meld.ts';
import cases from './reference/meld.json' with { type: 'json' };

calculatorSuite(meld, {
  contract: {
    since: 'v1.0.0',
    aliases: ['meld-score'],
    inputs: [
      'bilirubin',
      'bilirubin_unit',
      'inr',
      'creatinine',
      'creatinine_unit',
      'dialysis',
      'sodium',
      'albumin',
      'albumin_unit',
      'gender',
      'method',
    ],
    methods: ['meld_3', 'meld_na', 'meld', 'all'],
  },
  reference: cases,
  rises: { score_unrounded: ['inr'] },
  falls: { meld_score: ['sodium'] },
});
