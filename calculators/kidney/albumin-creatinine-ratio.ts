import { z } from 'zod';
import { classify, defineCalculator, result } from '../kit/index.ts';
import { URINE_ALBUMIN } from '../lab/laboratory-inputs.ts';
import { uacrUnits } from '../lab/laboratory-units.ts';
import { kidney } from './family.ts';
import { albuminuriaCategories, kdigo2024 } from './kdigo.ts';
import { spotUrineCreatinine, urineCreatinineUnit, urineCreatinineValue } from './spot-urine.ts';

/** Albumin in the urine in relation to creatinine, from one sample. */
export const albuminCreatinineRatio = defineCalculator({
  name: 'albumin-creatinine-ratio',
  family: kidney,
  since: 'v1.0.0',
  aliases: ['uacr'],
  input: z.object({
    urine_albumin: URINE_ALBUMIN.value(),
    urine_albumin_unit: URINE_ALBUMIN.unit(),
    urine_creatinine: urineCreatinineValue(),
    urine_creatinine_unit: urineCreatinineUnit(),
  }),
  output: z.object({
    uacr_mg_per_g: result.rounded(1),
    uacr_mg_per_mmol: result.rounded(2),
    albuminuria_category: result.classOf(albuminuriaCategories['mg/g']),
  }),
  profile: ['urine_albumin', 'urine_albumin_unit', 'urine_creatinine', 'urine_creatinine_unit'],
  equations: {
    albumin_creatinine_ratio: {
      formula: 'ratio = urine albumin [mg/L] / urine creatinine [g/L or mmol/L]',
      sources: [kdigo2024],
    },
  },
  examples: [
    {
      input: { urine_albumin: 45, urine_creatinine: 150 },
      output: { uacr_mg_per_g: 30, uacr_mg_per_mmol: 3.39, albuminuria_category: 'a2' },
      origin: 'By hand: 45 / 1.5 = 30, where A2 begins; 30 / 8.84 = 3.394',
    },
    {
      input: { urine_albumin: 45, urine_albumin_unit: 'mg/dL', urine_creatinine: 1.5, urine_creatinine_unit: 'g/L' },
      output: { uacr_mg_per_g: 300, uacr_mg_per_mmol: 33.94, albuminuria_category: 'a2' },
      origin: 'By hand: 450 / 1.5 = 300, which still is A2 in mg/g; 300 / 8.84 = 33.937',
    },
    {
      input: { urine_albumin: 29, urine_creatinine: 10, urine_creatinine_unit: 'mmol/L' },
      output: { uacr_mg_per_g: 25.6, uacr_mg_per_mmol: 2.9, albuminuria_category: 'a1' },
      origin: 'By hand: 29 / 10 = 2.9, below 3 mg/mmol; 2.9 · 8.84 = 25.636',
    },
    {
      input: { urine_albumin: 301, urine_creatinine: 10, urine_creatinine_unit: 'mmol/L' },
      output: { uacr_mg_per_g: 266.1, uacr_mg_per_mmol: 30.1, albuminuria_category: 'a3' },
      origin: 'By hand: 301 / 10 = 30.1, above 30 mg/mmol; 30.1 · 8.84 = 266.084',
    },
  ],
  calculate(sample) {
    const albumin = URINE_ALBUMIN.of(sample.urine_albumin, sample.urine_albumin_unit);
    const creatinine = spotUrineCreatinine(sample.urine_creatinine, sample.urine_creatinine_unit);
    const ratio = albumin / creatinine.value;
    const isAmount = creatinine.unit === 'mmol/L';
    return {
      uacr_mg_per_g: isAmount ? uacrUnits.toConventional(ratio) : ratio,
      uacr_mg_per_mmol: isAmount ? ratio : uacrUnits.toSi(ratio),
      albuminuria_category: classify(ratio, albuminuriaCategories[isAmount ? 'mg/mmol' : 'mg/g']),
    };
  },
  explain: ({ urine_creatinine_unit: unit }) => ({
    classes: { albuminuria_category: albuminuriaCategories[unit.endsWith('mol/L') ? 'mg/mmol' : 'mg/g'] },
    notes: ['albumin-creatinine-ratio.limits', 'albumin-creatinine-ratio.confirm'],
  }),
});
