import { z } from 'zod';
import { classify, defineCalculator, field, result } from '../kit/index.ts';
import { UACR } from '../lab/laboratory-inputs.ts';
import { kidney } from './family.ts';
import { albuminuriaCategories, gfrCategories, kdigo2024 } from './kdigo.ts';

type Risk = 'low' | 'moderate' | 'high' | 'very_high';

/** The heat map of KDIGO 2024: risk by GFR category, for A1, A2 and A3. */
const RISKS: Readonly<Record<(typeof gfrCategories)[number]['key'], Readonly<Record<'a1' | 'a2' | 'a3', Risk>>>> = {
  g1: { a1: 'low', a2: 'moderate', a3: 'high' },
  g2: { a1: 'low', a2: 'moderate', a3: 'high' },
  g3a: { a1: 'moderate', a2: 'high', a3: 'very_high' },
  g3b: { a1: 'high', a2: 'very_high', a3: 'very_high' },
  g4: { a1: 'very_high', a2: 'very_high', a3: 'very_high' },
  g5: { a1: 'very_high', a2: 'very_high', a3: 'very_high' },
};

/** Categories of chronic kidney disease and their joint risk. */
export const ckdStage = defineCalculator({
  name: 'ckd-stage',
  family: kidney,
  since: 'v1.0.0',
  input: z.object({
    egfr: field.quantity({ min: 1, max: 200 }, 'mL/min/1.73 m²'),
    uacr: UACR.value(),
    uacr_unit: UACR.unit(),
  }),
  output: z.object({
    gfr_category: result.classOf(gfrCategories),
    albuminuria_category: result.classOf(albuminuriaCategories['mg/g']),
    category: result.withLabelsOf('risk', result.key(['low', 'moderate', 'high', 'very_high'])),
    risk: result.key(['low', 'moderate', 'high', 'very_high']),
  }),
  profile: ['egfr', 'uacr', 'uacr_unit'],
  equations: { kdigo_2024: { formula: 'risk by GFR category and albuminuria category', sources: [kdigo2024] } },
  examples: [
    {
      input: { egfr: 60, uacr: 29.9 },
      output: { gfr_category: 'g2', albuminuria_category: 'a1', risk: 'low' },
      origin: 'KDIGO 2024, figure 8: G2 begins at 60, A1 ends below 30 mg/g; low risk',
    },
    {
      input: { egfr: 59.9, uacr: 30 },
      output: { gfr_category: 'g3a', albuminuria_category: 'a2', risk: 'high' },
      origin: 'KDIGO 2024, figure 8: G3a and A2 are high risk',
    },
    {
      input: { egfr: 32, uacr: 31, uacr_unit: 'mg/mmol' },
      output: { gfr_category: 'g3b', albuminuria_category: 'a3', risk: 'very_high' },
      origin: 'KDIGO 2024, figure 8: A3 is above 30 mg/mmol; G3b and A3 are very high risk',
    },
    {
      input: { egfr: 45, uacr: 300 },
      output: { gfr_category: 'g3a', albuminuria_category: 'a2', risk: 'high' },
      origin: 'KDIGO 2024: 300 mg/g still is A2, 45 is G3a',
    },
  ],
  calculate({ egfr, uacr, uacr_unit: unit }) {
    UACR.of(uacr, unit);
    const gfr = classify(egfr, gfrCategories);
    const albuminuria = classify(uacr, albuminuriaCategories[unit]);
    const category = RISKS[gfr][albuminuria];
    return { gfr_category: gfr, albuminuria_category: albuminuria, category, risk: category };
  },
  explain: ({ uacr_unit: unit }) => ({
    classes: { albuminuria_category: albuminuriaCategories[unit] },
    notes: ['ckd-stage.three_months'],
  }),
});
