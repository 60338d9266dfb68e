import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { egfr } from './egfr.ts';
import cases from './reference/egfr.json' with { type: 'json' };

calculatorSuite(egfr, {
  contract: {
    since: 'v1.0.0',
    aliases: ['gfr'],
    inputs: ['gender', 'age', 'creatinine', 'creatinine_unit', 'cystatin_c', 'height', 'method'],
    methods: [
      'ckd_epi_2021_creatinine',
      'ckd_epi_2021_creatinine_cystatin_c',
      'ckd_epi_2012_cystatin_c',
      'ekfc',
      'mdrd',
      'schwartz',
      'all',
    ],
  },
  reference: cases,
  rises: { egfr: ['height'] },
  falls: { egfr: ['creatinine'] },
});
