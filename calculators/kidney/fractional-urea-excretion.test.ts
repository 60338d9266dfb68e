import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { fractionalUreaExcretion } from './fractional-urea-excretion.ts';
import cases from './reference/fractional-urea-excretion.json' with { type: 'json' };

calculatorSuite(fractionalUreaExcretion, {
  contract: {
    since: 'v1.0.0',
    aliases: ['feurea'],
    inputs: [
      'urea_nitrogen',
      'urea_nitrogen_unit',
      'urine_urea_nitrogen',
      'urine_urea_nitrogen_unit',
      'creatinine',
      'creatinine_unit',
      'urine_creatinine',
      'urine_creatinine_unit',
    ],
  },
  reference: cases,
  rises: { fractional_urea_excretion_percent: ['urine_urea_nitrogen'] },
  falls: { fractional_urea_excretion_percent: ['urea_nitrogen'] },
});
