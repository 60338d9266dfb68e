import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { anionGap } from './anion-gap.ts';
import cases from './reference/anion-gap.json' with { type: 'json' };

calculatorSuite(anionGap, {
  contract: {
    since: 'v1.0.0',
    inputs: ['sodium', 'chloride', 'bicarbonate', 'albumin', 'albumin_unit'],
  },
  reference: cases,
  rises: { anion_gap_mmol_per_l: ['sodium'] },
  falls: { anion_gap_mmol_per_l: ['chloride', 'bicarbonate'], corrected_anion_gap_mmol_per_l: ['albumin'] },
});
