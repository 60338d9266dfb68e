import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { kidneyFailureRisk } from './kidney-failure-risk.ts';
import cases from './reference/kidney-failure-risk.json' with { type: 'json' };

calculatorSuite(kidneyFailureRisk, {
  contract: {
    since: 'v1.0.0',
    aliases: ['kfre'],
    inputs: [
      'gender',
      'age',
      'egfr',
      'uacr',
      'uacr_unit',
      'region',
      'albumin',
      'albumin_unit',
      'phosphate',
      'phosphate_unit',
      'calcium',
      'calcium_unit',
      'bicarbonate',
      'method',
    ],
    methods: ['four_variable', 'eight_variable', 'all'],
  },
  reference: cases,
  rises: { risk_2_years_percent: ['uacr'] },
  falls: { risk_5_years_percent: ['egfr', 'age'] },
});
