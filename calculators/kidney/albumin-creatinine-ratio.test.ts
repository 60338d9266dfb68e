import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { albuminCreatinineRatio } from './albumin-creatinine-ratio.ts';
import cases from './reference/albumin-creatinine-ratio.json' with { type: 'json' };

calculatorSuite(albuminCreatinineRatio, {
  contract: {
    since: 'v1.0.0',
    aliases: ['uacr'],
    inputs: ['urine_albumin', 'urine_albumin_unit', 'urine_creatinine', 'urine_creatinine_unit'],
  },
  reference: cases,
  rises: { uacr_mg_per_g: ['urine_albumin'], uacr_mg_per_mmol: ['urine_albumin'] },
  falls: { uacr_mg_per_g: ['urine_creatinine'], uacr_mg_per_mmol: ['urine_creatinine'] },
});
